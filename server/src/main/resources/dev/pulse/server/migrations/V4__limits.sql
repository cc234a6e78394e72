-- Limits (D2). The set of limits a job carries is its gate; the jobs of one gate wait in a queue of
-- their own beside the topic's, so a saturated limit is never in anybody else's way. A slot is the
-- running row itself: it is gone when the lease is, however that ends.
-- Why so: docs/adr/0007-a-gate-is-a-queue.md

-- What an operator set; a limit without a row admits everything.
CREATE TABLE limit_rule (
  name         text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  max_running  integer CHECK (max_running >= 0),
  rate_starts  integer CHECK (rate_starts > 0),
  rate_per     interval CHECK (rate_per > '0'),
  paused_until timestamptz,
  pause_reason text,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   text NOT NULL,
  CHECK ((rate_starts IS NULL) = (rate_per IS NULL)),
  CHECK ((paused_until IS NULL) = (pause_reason IS NULL))
);

-- Starts against a rate, in fiftieths of its period. What began in a slice counts until the whole
-- period has passed since the slice ended: never more than the rate in any period.
CREATE TABLE limit_use (
  name   text COLLATE "C" NOT NULL,
  ends   timestamptz NOT NULL,
  starts integer NOT NULL,
  PRIMARY KEY (name, ends)
) WITH (fillfactor = 50);

CREATE TABLE gate (
  id     integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  limits text[] COLLATE "C" NOT NULL UNIQUE
);
CREATE TABLE gate_limit (
  name text COLLATE "C" NOT NULL,
  gate integer NOT NULL REFERENCES gate,
  PRIMARY KEY (name, gate)
);

CREATE FUNCTION gate_of(wanted text[]) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
DECLARE
  sorted text[] := ARRAY(SELECT DISTINCT w COLLATE "C" FROM unnest(wanted) w ORDER BY 1);
  found_id integer;
BEGIN
  IF cardinality(sorted) = 0 THEN
    RETURN NULL;
  END IF;
  LOOP
    SELECT g.id INTO found_id FROM gate g WHERE g.limits = sorted;
    IF FOUND THEN
      RETURN found_id;
    END IF;
    INSERT INTO gate (limits) VALUES (sorted) ON CONFLICT DO NOTHING RETURNING id INTO found_id;
    IF FOUND THEN
      INSERT INTO gate_limit SELECT l, found_id FROM unnest(sorted) l;
      RETURN found_id;
    END IF;
  END LOOP;
END
$$;

-- Where a job waits. Topics have no control characters, so the tab cannot be part of one.
CREATE FUNCTION queue_of(topic text, gate integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN gate IS NULL THEN topic ELSE topic || E'\t' || gate END
$$;

-- The jobs that are there already.
DROP VIEW jobs;
ALTER TABLE job ADD COLUMN gate integer;
UPDATE job SET gate = gate_of(limits) WHERE limits IS NOT NULL;
ALTER TABLE job DROP COLUMN limits;
ALTER TABLE ready RENAME COLUMN topic TO queue;
UPDATE ready q SET queue = queue_of(j.topic, j.gate) FROM job j WHERE j.seq = q.seq AND j.gate IS NOT NULL;

-- slot numbers grow with every start: counting what runs begins at the oldest one known to be there
-- and never walks the dead entries of those before it.
CREATE SEQUENCE slot_seq;
ALTER TABLE running ADD COLUMN gate integer, ADD COLUMN slot bigint;
UPDATE running r SET gate = j.gate, slot = nextval('pulse.slot_seq') FROM job j WHERE j.seq = r.seq AND j.gate IS NOT NULL;
CREATE INDEX running_slot ON running (gate, slot) WHERE gate IS NOT NULL;

-- How the limits of these gates stand, each locked by this transaction unless somebody else is at it:
-- then it says so instead of waiting. Two steps in one call, because the count needs a snapshot that is
-- younger than the lock.
CREATE FUNCTION standing(gates integer[], marked integer[], marks bigint[])
RETURNS TABLE (name text, locked boolean, max_running integer, rate_starts integer, started bigint,
  reopens_us bigint, paused_us bigint, gate integer, running bigint, oldest bigint)
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
#variable_conflict use_column
DECLARE
  mine text[];
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT DISTINCT r.name FROM limit_rule r JOIN gate_limit l ON l.name = r.name WHERE l.gate = ANY(gates))
  SELECT coalesce(array_agg(a.name), '{}') INTO mine
  FROM asked a WHERE pg_try_advisory_xact_lock(hashtextextended(a.name, 7857));
  RETURN QUERY
  SELECT r.name, r.name = ANY(mine), r.max_running, r.rate_starts,
    u.started, (extract(epoch FROM u.first + r.rate_per - now()) * 1000000)::bigint,
    CASE WHEN r.paused_until IS NOT NULL THEN
      (extract(epoch FROM least(r.paused_until, now() + interval '1 day') - now()) * 1000000)::bigint END,
    l.gate, c.running, c.oldest
  FROM limit_rule r
  JOIN gate_limit l ON l.name = r.name
  CROSS JOIN LATERAL (
    SELECT count(*) AS running, min(x.slot) AS oldest FROM running x
    WHERE r.max_running IS NOT NULL AND x.gate = l.gate
      AND x.slot >= coalesce((SELECT m.mark FROM unnest(marked, marks) AS m(gate, mark) WHERE m.gate = l.gate), 0)) c
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(s.starts), 0) AS started, min(s.ends) AS first FROM limit_use s
    WHERE s.name = r.name AND s.ends > now() - r.rate_per) u
  WHERE r.name IN (SELECT g.name FROM gate_limit g WHERE g.gate = ANY(gates));
END
$$;

-- The short way of a claim: one gate, no rate and no pause to reckon with, in one call. What stands
-- before the first job without limits is taken; when that leaves slots free, or when it answers
-- nothing, the caller goes the long way.
CREATE FUNCTION claim_gate(through integer, of_topic text, from_lane bigint, from_seq bigint,
  plain_lane bigint, plain_seq bigint, workers bigint[], marked integer[], marks bigint[])
RETURNS TABLE (seq bigint, lane bigint, worker bigint, tries integer, attempt integer, max_attempts smallint,
  traits smallint, id uuid, name text, args json, submitted_at timestamptz, trace text,
  room bigint, oldest bigint, plain boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
#variable_conflict use_column
DECLARE
  others     bigint;
  places     bigint;
  first_slot bigint;
  head       record;
  mixed      boolean;
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT r.name, r.rate_starts, r.paused_until FROM gate_limit l JOIN limit_rule r ON r.name = l.name
    WHERE l.gate = through)
  SELECT count(*) INTO others FROM asked a
  WHERE NOT pg_try_advisory_xact_lock(hashtextextended(a.name, 7857))
    OR a.rate_starts IS NOT NULL OR a.paused_until > now();
  IF others > 0 THEN
    RETURN;
  END IF;
  SELECT min(s.most - s.running), min(s.oldest) INTO places, first_slot
  FROM (
    SELECT r.max_running AS most, sum(c.running) AS running, min(c.oldest) FILTER (WHERE l.gate = through) AS oldest
    FROM gate_limit g
    JOIN limit_rule r ON r.name = g.name AND r.max_running IS NOT NULL
    JOIN gate_limit l ON l.name = g.name
    CROSS JOIN LATERAL (
      SELECT count(*) AS running, min(x.slot) AS oldest FROM running x
      WHERE x.gate = l.gate AND x.slot >= coalesce(
        (SELECT m.mark FROM unnest(marked, marks) AS m(gate, mark) WHERE m.gate = l.gate), 0)) c
    WHERE g.gate = through
    GROUP BY r.name, r.max_running) AS s;
  places := coalesce(places, 9223372036854775807);
  IF places <= 0 THEN
    RETURN;
  END IF;
  SELECT q.lane, q.seq INTO head FROM ready q
  WHERE q.queue = of_topic AND (q.lane, q.seq) >= (plain_lane, plain_seq) ORDER BY q.lane, q.seq LIMIT 1;
  mixed := FOUND;
  RETURN QUERY
  WITH picked AS MATERIALIZED (
    SELECT q.ctid FROM ready q
    WHERE q.queue = queue_of(of_topic, through) AND (q.lane, q.seq) >= (from_lane, from_seq)
      AND (NOT mixed OR (q.lane, q.seq) < (head.lane, head.seq))
    ORDER BY q.lane, q.seq LIMIT least(places, cardinality(workers)) FOR UPDATE SKIP LOCKED),
  taken AS (
    DELETE FROM ready q WHERE q.ctid = ANY(ARRAY(SELECT p.ctid FROM picked p))
    RETURNING q.lane, q.seq, q.tries + 1 AS tries, q.forgiven, q.max_attempts, q.traits),
  placed AS MATERIALIZED (
    SELECT t.*, workers[row_number() OVER (ORDER BY t.lane, t.seq)] AS worker FROM taken t),
  lent AS (
    INSERT INTO running (seq, worker, started_at, tries, forgiven, max_attempts, traits, gate, slot)
    SELECT p.seq, p.worker, clock_timestamp(), p.tries, p.forgiven, p.max_attempts, p.traits, through,
      nextval('pulse.slot_seq')
    FROM placed p)
  SELECT p.seq, p.lane, p.worker, p.tries, p.tries - p.forgiven, p.max_attempts,
    p.traits, j.id, j.name, j.args, j.submitted_at, j.trace, places, first_slot, mixed
  FROM placed p
  CROSS JOIN LATERAL (
    SELECT b.id, b.name, b.args, b.submitted_at, b.trace FROM job b WHERE b.seq = p.seq OFFSET 0) j
  ORDER BY p.lane, p.seq;
END
$$;

-- To users: the limits and how much of them is taken.
CREATE VIEW limits AS
SELECT r.name, r.max_running, r.rate_starts, r.rate_per, r.paused_until, r.pause_reason,
  r.updated_at, r.updated_by,
  (SELECT count(*) FROM gate_limit l JOIN running x ON x.gate = l.gate WHERE l.name = r.name) AS running,
  (SELECT coalesce(sum(u.starts), 0) FROM limit_use u
    WHERE u.name = r.name AND u.ends > now() - r.rate_per) AS started
FROM limit_rule r;

CREATE VIEW jobs AS
SELECT
  j.id, j.name, j.topic, j.args, j.priority,
  CASE
    WHEN r.seq IS NOT NULL THEN 'RUNNING'
    WHEN q.seq IS NOT NULL THEN 'PENDING'
    ELSE coalesce(l.status, f.status)
  END AS status,
  coalesce(r.tries - r.forgiven, q.tries - q.forgiven, l.tries - l.forgiven, f.tries - f.forgiven) AS attempts,
  j.max_attempts,
  coalesce(f.error,
    (SELECT a.error FROM attempt a WHERE a.seq = j.seq AND a.error IS NOT NULL ORDER BY a.tries DESC LIMIT 1)
  ) AS last_error,
  f.result,
  CASE WHEN r.seq IS NOT NULL THEN w.name END AS locked_by,
  CASE WHEN r.seq IS NOT NULL THEN w.lease_until END AS lease_until,
  l.run_at AS next_run_at,
  j.schedule_id, j.run_id, j.node_id,
  coalesce((SELECT g.limits FROM gate g WHERE g.id = j.gate), '{}') AS limits,
  j.unique_key, j.submitted_at,
  coalesce(r.started_at, f.started_at) AS started_at,
  f.finished_at,
  j.seq
FROM job j
LEFT JOIN running r ON r.seq = j.seq
LEFT JOIN ready q ON q.queue = queue_of(j.topic, j.gate) AND q.lane = j.lane AND q.seq = j.seq
LEFT JOIN later l ON l.seq = j.seq
LEFT JOIN finished f ON f.seq = j.seq
LEFT JOIN worker w ON w.id = r.worker;

-- J12 once more, now with limits.
DROP FUNCTION enqueue;
CREATE FUNCTION enqueue(
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
