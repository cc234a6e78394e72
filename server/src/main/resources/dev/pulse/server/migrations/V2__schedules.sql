-- Schedules: what to submit, when, and up to where that was done. next_run_at is the cursor: the first
-- occurrence that was neither fired nor passed over. It moves by compare-and-set in the transaction that
-- submits the occurrence's job.
CREATE TABLE schedule (
  id           uuid PRIMARY KEY,
  name         text COLLATE "C" NOT NULL UNIQUE CHECK (name <> ''),
  kind         text NOT NULL CHECK (kind IN ('at', 'every', 'cron')),
  spec         text NOT NULL,                        -- a time, a duration or a cron expression
  zone         text NOT NULL,                        -- IANA; what a cron expression is read in
  anchor       timestamptz NOT NULL,                 -- what a duration is counted from
  missed       text NOT NULL CHECK (missed IN ('coalesce', 'skip', 'catch_up')),
  paused       boolean NOT NULL DEFAULT false,
  next_run_at  timestamptz,                          -- null: never again
  last_run_at  timestamptz,                          -- the last occurrence that was fired
  created_at   timestamptz NOT NULL DEFAULT now(),
  updated_at   timestamptz NOT NULL DEFAULT now(),
  priority     smallint NOT NULL CHECK (priority BETWEEN -1000 AND 1000),
  max_attempts smallint NOT NULL CHECK (max_attempts BETWEEN 1 AND 1000),
  job_name     text NOT NULL CHECK (job_name <> ''),
  topic        text COLLATE "C" NOT NULL CHECK (topic <> ''),
  limits       text[] NOT NULL,
  args         json NOT NULL
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);

-- A tick reads from its start to now and no further.
CREATE INDEX schedule_due ON schedule (next_run_at) WHERE next_run_at IS NOT NULL AND NOT paused;

-- The history of a schedule's fires is its jobs.
CREATE INDEX job_of_schedule ON job (schedule_id, seq) WHERE schedule_id IS NOT NULL;
