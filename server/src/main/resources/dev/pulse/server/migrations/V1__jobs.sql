-- The job kernel. A job's row in "job" is written once; where the job stands is told by which of the
-- narrow tables holds its seq: later -> ready -> running -> finished. A move is one statement that
-- deletes here and inserts there, so the row lock of the delete is the arbiter and nothing is rewritten.
-- Why so: docs/adr/0001-jobs-are-immutable-and-move.md

CREATE TYPE job_status AS ENUM
  ('SCHEDULED', 'PENDING', 'RUNNING', 'RETRYING', 'COMPLETED', 'DEAD_LETTERED', 'CANCELED');

CREATE TYPE attempt_outcome AS ENUM
  ('SUCCEEDED', 'FAILED', 'FAILED_FOR_GOOD', 'SNOOZED', 'LOST', 'RELEASED', 'CANCELED');

-- What was asked for. Nothing here changes, but lane when its topic's aging does.
CREATE SEQUENCE job_seq;
CREATE TABLE job (
  seq          bigint PRIMARY KEY DEFAULT nextval('pulse.job_seq'), -- FIFO order; the key inside
  id           uuid NOT NULL UNIQUE,                             -- uuidv7; the key outside
  submitted_at timestamptz NOT NULL DEFAULT now(),
  lane         bigint NOT NULL,                                  -- smaller runs first; see lane_of
  schedule_id  uuid,
  run_id       uuid,
  priority     smallint NOT NULL CHECK (priority BETWEEN -1000 AND 1000),
  max_attempts smallint NOT NULL CHECK (max_attempts BETWEEN 1 AND 1000),
  name         text NOT NULL CHECK (name <> ''),
  topic        text COLLATE "C" NOT NULL CHECK (topic <> ''),
  unique_key   text,
  node_id      text,
  trace        text,                                             -- W3C traceparent of the submit
  limits       text[],
  backoff      json,                                             -- null: attempts squared, in seconds
  args         json NOT NULL                                     -- json, not jsonb: kept to the byte
);

-- Claimable now. The primary key is the claim order and the only index.
CREATE TABLE ready (
  lane         bigint NOT NULL,
  seq          bigint NOT NULL,
  tries        integer NOT NULL,
  forgiven     integer NOT NULL,
  max_attempts smallint NOT NULL,
  traits       smallint NOT NULL,
  topic        text COLLATE "C" NOT NULL,
  PRIMARY KEY (topic, lane, seq),
  CHECK (tries - forgiven < max_attempts)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Not due yet: kept out of the claim's way until the promoter moves it.
CREATE TABLE later (
  seq          bigint PRIMARY KEY,
  run_at       timestamptz NOT NULL,
  tries        integer NOT NULL,
  forgiven     integer NOT NULL,
  max_attempts smallint NOT NULL,
  traits       smallint NOT NULL,
  status       job_status NOT NULL CHECK (status IN ('SCHEDULED', 'RETRYING')),
  CHECK (tries - forgiven < max_attempts)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX later_due ON later (run_at, seq);

-- Leased to a worker. tries is the fencing token: it grows with every start and is never reset;
-- tries - forgiven is what users see as attempts (a snooze or a retry by hand is forgiven).
CREATE TABLE running (
  seq          bigint PRIMARY KEY,
  worker       bigint NOT NULL,
  started_at   timestamptz NOT NULL DEFAULT now(),
  tries        integer NOT NULL,
  forgiven     integer NOT NULL,
  max_attempts smallint NOT NULL,
  traits       smallint NOT NULL,
  CHECK (tries - forgiven BETWEEN 1 AND max_attempts)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- How it ended. Appended once; the history of a first-time success is this row.
CREATE TABLE finished (
  seq          bigint PRIMARY KEY,
  worker       bigint,
  started_at   timestamptz,
  finished_at  timestamptz NOT NULL DEFAULT now(),
  tries        integer NOT NULL,
  forgiven     integer NOT NULL,
  max_attempts smallint NOT NULL,
  traits       smallint NOT NULL,
  status       job_status NOT NULL CHECK (status IN ('COMPLETED', 'DEAD_LETTERED', 'CANCELED')),
  result       json,
  error        text
);
CREATE INDEX finished_at ON finished (finished_at);
CREATE INDEX finished_badly ON finished (status, finished_at, seq) WHERE status <> 'COMPLETED';

-- Attempts that did not complete the job, and what came too late to count.
CREATE TABLE attempt (
  seq          bigint NOT NULL,
  tries        integer NOT NULL,
  number       integer NOT NULL,           -- attempts as users count them
  worker       bigint,
  started_at   timestamptz,
  ended_at     timestamptz NOT NULL DEFAULT now(),
  outcome      attempt_outcome NOT NULL,
  error        text,
  late_at      timestamptz,                -- a fenced-out report of this attempt, kept here
  late_outcome attempt_outcome,
  late_result  json,
  late_error   text,
  PRIMARY KEY (seq, tries)
);
CREATE INDEX attempt_ended ON attempt (ended_at);

-- One row per connected worker: its lease is the lease of every job it runs.
CREATE TABLE worker (
  id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL,
  topics        text[] NOT NULL,
  handlers      text[] NOT NULL,           -- empty: it did not say
  lease         interval NOT NULL CHECK (lease > '0'),
  lease_until   timestamptz NOT NULL,
  registered_at timestamptz NOT NULL DEFAULT now(),
  gone_at       timestamptz
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
CREATE INDEX worker_live ON worker (id) WHERE gone_at IS NULL;

-- Held while a job with that key is not finished.
CREATE TABLE held_key (
  unique_key text COLLATE "C" PRIMARY KEY,
  id         uuid NOT NULL
);

-- What an operator set for a topic; a topic without a row is an ordinary one.
CREATE TABLE topic (
  name  text COLLATE "C" PRIMARY KEY,
  aging interval CHECK (aging >= '1 second')
);

-- Waiting for "aging" is worth one point of priority. The order of two jobs then never changes with
-- time (both gain alike), so aging is a number fixed at submit, not a sweep over the backlog.
CREATE FUNCTION lane_of(priority smallint, aging interval, submitted_at timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN aging IS NULL THEN -priority::bigint
    ELSE floor(extract(epoch FROM submitted_at) / extract(epoch FROM aging))::bigint - priority END
$$;

CREATE FUNCTION uuid7() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
      || set_byte(substring(noise FROM 7), 0, 112 | (get_byte(noise, 6) & 15)),
    'hex')::uuid
  FROM uuid_send(gen_random_uuid()) AS noise
$$;

-- J12: from any language, inside the user's own transaction. The job exists if and only if that commits.
-- With a unique_key that is held, the id of the job that holds it is returned.
CREATE FUNCTION enqueue(
  name         text,
  args         jsonb DEFAULT '{}',
  topic        text DEFAULT 'default',
  priority     integer DEFAULT 0,
  run_at       timestamptz DEFAULT NULL,
  max_attempts integer DEFAULT 5,
  unique_key   text DEFAULT NULL,
  id           uuid DEFAULT NULL,
  wake         boolean DEFAULT true
) RETURNS uuid
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
#variable_conflict use_variable
DECLARE
  new_id  uuid := coalesce(id, uuid7());
  new_seq bigint := nextval('job_seq');
  aging   interval := (SELECT t.aging FROM topic t WHERE t.name = topic);
  lane    bigint;
  holder  uuid;
BEGIN
  IF coalesce(length(name), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'pulse: a job name has 1 to 200 characters' USING ERRCODE = 'invalid_parameter_value';
  ELSIF coalesce(length(topic), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'pulse: a topic has 1 to 200 characters' USING ERRCODE = 'invalid_parameter_value';
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
  INSERT INTO job AS j (seq, id, lane, priority, max_attempts, name, topic, unique_key, args)
  VALUES (new_seq, new_id, lane, priority, max_attempts, name, topic, unique_key, args::json);

  IF run_at > now() THEN
    INSERT INTO later AS l VALUES
      (new_seq, run_at, 0, 0, max_attempts, (unique_key IS NOT NULL)::int, 'SCHEDULED');
  ELSE
    INSERT INTO ready AS r VALUES
      (lane, new_seq, 0, 0, max_attempts, (unique_key IS NOT NULL)::int, topic);
    IF wake THEN
      PERFORM pg_notify('pulse_ready', lane || '|' || new_seq || '|' || topic);
    END IF;
  END IF;
  RETURN new_id;
END
$$;

-- To users a job is one row.
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
  coalesce(j.limits, '{}') AS limits,
  j.unique_key, j.submitted_at,
  coalesce(r.started_at, f.started_at) AS started_at,
  f.finished_at,
  j.seq
FROM job j
LEFT JOIN running r ON r.seq = j.seq
LEFT JOIN ready q ON q.topic = j.topic AND q.lane = j.lane AND q.seq = j.seq
LEFT JOIN later l ON l.seq = j.seq
LEFT JOIN finished f ON f.seq = j.seq
LEFT JOIN worker w ON w.id = r.worker;

-- Every attempt of a job, the one under way and the one that completed it included.
CREATE VIEW attempts AS
SELECT a.seq, a.tries, a.number, w.name AS worker, a.started_at, a.ended_at, a.outcome, a.error,
  NULL::json AS result, a.late_at, a.late_outcome, a.late_result, a.late_error
FROM attempt a LEFT JOIN worker w ON w.id = a.worker
UNION ALL
SELECT f.seq, f.tries, f.tries - f.forgiven, w.name, f.started_at, f.finished_at, 'SUCCEEDED', NULL,
  f.result, NULL, NULL, NULL, NULL
FROM finished f LEFT JOIN worker w ON w.id = f.worker WHERE f.status = 'COMPLETED'
UNION ALL
SELECT r.seq, r.tries, r.tries - r.forgiven, w.name, r.started_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM running r LEFT JOIN worker w ON w.id = r.worker;
