-- Runs: graphs of nodes whose work is jobs, or waits for signals. The row in "run" is the run's lock:
-- whoever changes anything of a run takes it first, then waits, then nodes. Jobs stand before runs in that
-- order (an attempt ends holding its own row), so nothing that holds a run may wait for a job's row.
-- Why so: docs/adr/0005-a-run-is-one-lock-and-a-woken-node-a-new-job.md

CREATE TABLE run (
  id            uuid PRIMARY KEY,
  created_at    timestamptz NOT NULL DEFAULT now(),
  closed_at     timestamptz,
  round         integer NOT NULL DEFAULT 1,              -- grows with every retry
  events        integer NOT NULL DEFAULT 0,              -- the number of the last one
  pending_waits integer NOT NULL DEFAULT 0 CHECK (pending_waits >= 0),
  status        text NOT NULL CHECK (status IN ('running', 'waiting', 'completed', 'failed', 'canceled')),
  unwinding     boolean NOT NULL DEFAULT false,          -- canceled, and jobs of it may still be about
  name          text COLLATE "C" NOT NULL CHECK (name <> ''),
  CHECK ((closed_at IS NULL) = (status IN ('running', 'waiting'))),
  CHECK (closed_at IS NULL OR pending_waits = 0),
  CHECK (status <> 'waiting' OR pending_waits > 0)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
CREATE INDEX run_created ON run (created_at, id);
CREATE INDEX run_by_status ON run (status, created_at, id);
CREATE INDEX run_by_name ON run (name, created_at, id);
CREATE INDEX run_closed ON run (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX run_unwinding ON run (id) WHERE unwinding;

-- Where a node stands. "ready" means that its job is under way; the job says how far.
CREATE TABLE run_node (
  run_id      uuid NOT NULL,
  place       smallint NOT NULL,
  status      text NOT NULL CHECK (status IN
    ('pending', 'ready', 'waiting', 'completed', 'failed', 'skipped', 'canceled')),
  node_id     text COLLATE "C" NOT NULL CHECK (node_id <> ''),
  after       text[] NOT NULL,
  signal      text,                                      -- of a wait node
  expires_in  bigint,                                    -- its, in microseconds
  question    text,                                      -- its
  job_id      uuid,                                      -- the last one
  wait_id     uuid,                                      -- what it waits for, while it waits
  finished_at timestamptz,
  result      json,
  error       text,
  PRIMARY KEY (run_id, node_id),
  CHECK ((status = 'waiting') = (wait_id IS NOT NULL))
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);

-- What a node's job is to be; written once.
CREATE TABLE run_work (
  run_id       uuid NOT NULL,
  node_id      text COLLATE "C" NOT NULL,
  priority     smallint NOT NULL,
  max_attempts smallint NOT NULL,
  delay        bigint NOT NULL,                          -- microseconds
  name         text NOT NULL,
  topic        text COLLATE "C" NOT NULL,
  limits       text,                                     -- separated by tabs
  backoff      text,                                     -- base, factor, cap, jitter; null: the usual one
  trace        text,                                     -- W3C traceparent of the start
  args         json NOT NULL,
  PRIMARY KEY (run_id, node_id)
);

-- What somebody was asked for. A payload that is JSON's null is not SQL's.
CREATE TABLE wait (
  id              uuid PRIMARY KEY,                      -- uuidv7: newer is larger
  run_id          uuid NOT NULL,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz,
  ended_at        timestamptz,                           -- delivered, expired or closed
  round           integer NOT NULL,
  status          text NOT NULL CHECK (status IN ('pending', 'delivered', 'expired', 'closed')),
  wakes           boolean NOT NULL,                      -- an expiry wakes the node instead of failing it
  told            boolean NOT NULL DEFAULT false,        -- a job of its node was started with how it ended
  signal          text COLLATE "C" NOT NULL CHECK (signal <> ''),
  node_id         text COLLATE "C",
  question        text,
  delivered_by    text,
  via             text CHECK (via IN ('api', 'link')),
  idempotency_key text,
  payload_sha256  text,
  payload         json,
  answer          text,                                  -- what the deliverer was told, to the byte
  CHECK ((status = 'pending') = (ended_at IS NULL)),
  CHECK ((status = 'delivered') = (answer IS NOT NULL))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX wait_pending ON wait (run_id, signal) WHERE status = 'pending';
CREATE INDEX wait_of_run ON wait (run_id, id);
CREATE INDEX wait_due ON wait (expires_at) WHERE status = 'pending' AND expires_at IS NOT NULL;
CREATE INDEX wait_inbox ON wait (status, id);

CREATE TABLE run_event (
  run_id  uuid NOT NULL,
  number  integer NOT NULL,
  at      timestamptz NOT NULL,
  type    text NOT NULL,
  node_id text,
  job_id  uuid,
  wait_id uuid,
  signal  text,
  message text,
  PRIMARY KEY (run_id, number)
);

-- What stages remember; scope '' is shared by all stages of the run.
CREATE TABLE run_memory (
  run_id   uuid NOT NULL,
  scope    text COLLATE "C" NOT NULL,
  key      text COLLATE "C" NOT NULL CHECK (key <> ''),
  revision integer NOT NULL,
  value    json NOT NULL,
  PRIMARY KEY (run_id, scope, key)
);

-- Signs approval links. One row: every server of a database must know the others' links.
CREATE TABLE link_key (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  secret bytea NOT NULL DEFAULT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
INSERT INTO link_key DEFAULT VALUES;
