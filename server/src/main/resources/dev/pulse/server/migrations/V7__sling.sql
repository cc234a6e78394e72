-- Sling: tasks, and their dispatch to agents within a capacity. The scheduler writes "sling" and never "task":
-- whether a task is in progress or blocked is derived, and what a task waits for is kept with its sling.
-- Why so: docs/adr/0010-a-slings-job-is-the-sling.md

-- What an operator set; a name without a row has its default.
CREATE TABLE config (
  name       text COLLATE "C" PRIMARY KEY,
  value      text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL
);

-- Turns go round among projects; "served" says whose turn is longest ago. Every dispatch takes a number.
CREATE SEQUENCE turn_seq;
CREATE TABLE project (
  name        text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  prefix      text COLLATE "C" NOT NULL UNIQUE CHECK (prefix <> ''),
  repository  text NOT NULL,
  agent       text,                                      -- the usual one
  base_branch text NOT NULL,
  mr_command  text,
  served      bigint NOT NULL DEFAULT 0,
  created_at  timestamptz NOT NULL DEFAULT now(),
  updated_at  timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

CREATE TABLE task (
  id           text COLLATE "C" PRIMARY KEY,             -- the project's prefix, a hyphen, and more
  number       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  type         text NOT NULL CHECK (type IN ('task', 'epic')),
  status       text NOT NULL CHECK (status IN ('open', 'in_progress', 'closed')),
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  closed_at    timestamptz,
  close_reason text,
  request      uuid UNIQUE,                              -- by which it was asked for, so that it is not made twice
  parent       text COLLATE "C",
  labels       text[] NOT NULL DEFAULT '{}',
  title        text NOT NULL CHECK (title <> ''),
  description  text NOT NULL DEFAULT '',
  CHECK ((status = 'closed') = (closed_at IS NOT NULL)),
  CHECK (parent <> id)
) WITH (fillfactor = 80);
CREATE INDEX task_children ON task (parent, number) WHERE parent IS NOT NULL;
CREATE INDEX task_unfinished ON task (number) WHERE status <> 'closed';

CREATE TABLE task_dependency (
  task       text COLLATE "C" NOT NULL,
  depends_on text COLLATE "C" NOT NULL,
  PRIMARY KEY (task, depends_on),
  CHECK (task <> depends_on)
);
CREATE INDEX task_dependents ON task_dependency (depends_on, task);

CREATE TABLE convoy (
  id         text COLLATE "C" PRIMARY KEY,
  number     bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text NOT NULL,
  automatic  boolean NOT NULL,
  title      text NOT NULL CHECK (title <> '')
);
CREATE TABLE convoy_member (
  convoy text COLLATE "C" NOT NULL REFERENCES convoy,
  task   text COLLATE "C" NOT NULL,
  PRIMARY KEY (convoy, task)
);
CREATE INDEX convoys_of_task ON convoy_member (task);

-- Open = scheduled. The job of a dispatched sling has the sling's id, so there is never a second one.
-- "blocked" says that its task has an open dependency; whoever changes that, changes this with it, holding the
-- rows of the tasks concerned: docs/adr/0010.
CREATE TABLE sling (
  id                uuid PRIMARY KEY,                    -- uuidv7
  number            bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  enqueued_at       timestamptz NOT NULL DEFAULT now(),
  closed_at         timestamptz,
  ended_at          timestamptz,                         -- when its job had ended
  failed_at         timestamptz,                         -- when its dispatch failed last
  version           smallint NOT NULL DEFAULT 1,
  dispatch_failures smallint NOT NULL DEFAULT 0,
  blocked           boolean NOT NULL,
  no_merge          boolean NOT NULL,
  owned             boolean NOT NULL,
  reason            text CHECK (reason IN ('dispatched', 'circuit-broken', 'cleared', 'invalid')),
  outcome           text CHECK (outcome IN ('completed', 'failed', 'canceled')),
  merge             text NOT NULL CHECK (merge IN ('direct', 'mr', 'local')),
  mode              text CHECK (mode IN ('ralph')),
  task              text COLLATE "C" NOT NULL,
  project           text COLLATE "C" NOT NULL,
  agent             text NOT NULL,
  enqueued_by       text NOT NULL,
  convoy            text COLLATE "C",
  base_branch       text,
  account           text,
  formula           text,
  args              text,
  vars              json NOT NULL,
  prompt            text NOT NULL,                       -- as it was rendered when the sling was made
  last_failure      text,
  CHECK ((closed_at IS NULL) = (reason IS NULL)),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome IS NULL OR reason = 'dispatched')
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
CREATE UNIQUE INDEX sling_open ON sling (task) WHERE closed_at IS NULL;
CREATE INDEX sling_queue ON sling (project, number) WHERE closed_at IS NULL;
CREATE INDEX sling_ready ON sling (project, number) WHERE closed_at IS NULL AND NOT blocked;
CREATE INDEX sling_under_way ON sling (task, id) WHERE reason = 'dispatched' AND ended_at IS NULL;
CREATE INDEX sling_of_task ON sling (task, number);
CREATE INDEX sling_closed ON sling (closed_at) WHERE closed_at IS NOT NULL;

-- Only pause and resume write here; a cycle under way cannot overwrite it.
CREATE TABLE scheduler_pause (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  since  timestamptz NOT NULL DEFAULT now(),
  actor  text NOT NULL,
  reason text NOT NULL
);

-- How the last cycle went, for whoever looks; nothing is decided by it but how soon the next one is due.
CREATE TABLE scheduler_cycle (
  single     boolean PRIMARY KEY DEFAULT true CHECK (single),
  at         timestamptz NOT NULL DEFAULT now(),
  dispatched integer NOT NULL,
  failed     integer NOT NULL,
  reason     text NOT NULL
) WITH (fillfactor = 50);

-- To users: a task as it stands. Nothing of this is stored with it that follows from something else.
CREATE VIEW tasks AS
SELECT t.id, t.number, p.name AS project, t.type,
  CASE WHEN t.status = 'open' AND u.id IS NOT NULL THEN 'in_progress' ELSE t.status END AS status,
  t.title, t.description, t.parent, t.labels, d.depends_on, d.blocked_by,
  t.status = 'open' AND u.id IS NULL AND d.blocked_by = '{}' AS ready,
  s.id AS sling_id, s.state AS sling_state, s.last_failure,
  t.created_at, t.updated_at, t.closed_at, t.close_reason
FROM task t
LEFT JOIN LATERAL (SELECT r.name FROM project r WHERE t.id LIKE r.prefix || '-%' LIMIT 1) p ON true
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(b.id ORDER BY b.id), '{}') AS depends_on,
    coalesce(array_agg(b.id ORDER BY b.id) FILTER (WHERE b.status <> 'closed'), '{}') AS blocked_by
  FROM task_dependency x JOIN task b ON b.id = x.depends_on WHERE x.task = t.id) d
LEFT JOIN LATERAL (
  SELECT w.id FROM sling w WHERE w.task = t.id AND w.reason = 'dispatched' AND w.ended_at IS NULL LIMIT 1) u ON true
LEFT JOIN LATERAL (
  SELECT l.id, coalesce(l.reason, 'scheduled') AS state, l.last_failure FROM sling l
  WHERE l.task = t.id ORDER BY l.number DESC LIMIT 1) s ON true;

-- Every agent job carries the limit "scheduler.max_agents", whoever makes it: what bounds the agents is a
-- limit like any other, and holds for plans, standing agents and SQL alike. These are the ones there already.
CREATE FUNCTION carried(name text, topic text, limits text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN name = 'agent' AND topic = 'agents' THEN limits || 'scheduler.max_agents'::text ELSE limits END
$$;

UPDATE job j SET gate = gate_of(carried(j.name, j.topic,
  coalesce((SELECT g.limits FROM gate g WHERE g.id = j.gate), '{}')::text[]))
WHERE j.name = 'agent' AND j.topic = 'agents';
UPDATE ready q SET queue = queue_of(j.topic, j.gate)
FROM job j WHERE j.seq = q.seq AND j.name = 'agent' AND j.topic = 'agents';
UPDATE running r SET gate = j.gate, slot = coalesce(r.slot, nextval('pulse.slot_seq'))
FROM job j WHERE j.seq = r.seq AND j.name = 'agent' AND j.topic = 'agents';

-- J12 once more: agent jobs that SQL makes carry the limit too.
CREATE OR REPLACE FUNCTION enqueue(
  name         text,
  args         jsonb DEFAULT '{}',
  topic        text DEFAULT 'default',
  priority     integer DEFAULT 0,
  run_at       timestamptz DEFAULT NULL,
  max_attempts integer DEFAULT 5,
  unique_key   text DEFAULT NULL,
  id           uuid DEFAULT NULL,
  wake         boolean DEFAULT true,
  limits       text[] DEFAULT NULL
) RETURNS uuid
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  new_id  uuid := coalesce(id, uuid7());
  new_seq bigint := nextval('job_seq');
  aging   interval := (SELECT t.aging FROM topic t WHERE t.name = topic);
  lane    bigint;
  gate    integer;
  queue   text;
  holder  uuid;
BEGIN
  IF coalesce(length(name), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'pulse: a job name has 1 to 200 characters' USING ERRCODE = 'invalid_parameter_value';
  ELSIF coalesce(length(topic), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'pulse: a topic has 1 to 200 characters' USING ERRCODE = 'invalid_parameter_value';
  ELSIF EXISTS (SELECT FROM unnest(limits) l WHERE coalesce(length(l), 0) NOT BETWEEN 1 AND 200 OR l ~ '[[:cntrl:]]') THEN
    RAISE EXCEPTION 'pulse: a limit has 1 to 200 characters, none of them a control character'
      USING ERRCODE = 'invalid_parameter_value';
  ELSIF name ~ '[[:cntrl:]]' OR topic ~ '[[:cntrl:]]' OR unique_key ~ '[[:cntrl:]]' THEN
    RAISE EXCEPTION 'pulse: names, topics and keys have no control characters'
      USING ERRCODE = 'invalid_parameter_value';
  ELSIF args IS NULL THEN
    RAISE EXCEPTION 'pulse: args are JSON, not NULL' USING ERRCODE = 'invalid_parameter_value';
  ELSIF coalesce(priority, 9999) NOT BETWEEN -1000 AND 1000 THEN
    RAISE EXCEPTION 'pulse: a priority is between -1000 and 1000' USING ERRCODE = 'invalid_parameter_value';
  ELSIF coalesce(max_attempts, 0) NOT BETWEEN 1 AND 1000 THEN
    RAISE EXCEPTION 'pulse: max_attempts is between 1 and 1000' USING ERRCODE = 'invalid_parameter_value';
  ELSIF length(unique_key) NOT BETWEEN 1 AND 500 THEN
    RAISE EXCEPTION 'pulse: a unique_key has 1 to 500 characters' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  limits := carried(name, topic, limits);
  lane := lane_of(priority::smallint, aging, now());

  IF EXISTS (SELECT FROM job j WHERE j.id = new_id) THEN
    RETURN new_id;  -- the same submit again
  END IF;
  WHILE unique_key IS NOT NULL LOOP
    INSERT INTO held_key AS k VALUES (unique_key, new_id) ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    SELECT k.id INTO holder FROM held_key k WHERE k.unique_key = enqueue.unique_key;
    IF FOUND THEN
      RETURN holder;
    END IF;  -- else it was given up this moment: try again
  END LOOP;
  gate := CASE WHEN limits IS NOT NULL THEN gate_of(limits) END;
  queue := queue_of(topic, gate);
  INSERT INTO job AS j (seq, id, lane, priority, max_attempts, name, topic, unique_key, gate, args)
  VALUES (new_seq, new_id, lane, priority, max_attempts, name, topic, unique_key, gate, args::json);

  IF run_at > now() THEN
    INSERT INTO later AS l VALUES
      (new_seq, run_at, 0, 0, max_attempts, (unique_key IS NOT NULL)::int, 'SCHEDULED');
  ELSE
    INSERT INTO ready AS r VALUES
      (lane, new_seq, 0, 0, max_attempts, (unique_key IS NOT NULL)::int, queue);
    IF wake THEN
      PERFORM pg_notify('pulse_ready', lane || '|' || new_seq || '|' || queue);
    END IF;
  END IF;
  RETURN new_id;
END
$$;
