-- Two layouts for the same jobs. M updates one wide row; N inserts and deletes narrow rows and updates nothing.
DROP SCHEMA IF EXISTS m, n, bench CASCADE;
CREATE SCHEMA m;
CREATE SCHEMA n;
CREATE SCHEMA bench;

-- A uuid with the clock in its first 48 bits and version 7; both layouts pay for it alike.
CREATE FUNCTION bench.uuid7() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
              PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid
$$;

CREATE TABLE m.jobs (
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id           uuid NOT NULL UNIQUE,
  name         text NOT NULL,
  topic        text COLLATE "C" NOT NULL,
  lane         bigint NOT NULL,
  status       smallint NOT NULL DEFAULT 0,        -- 0 ready, 1 running, 2 completed
  args         json NOT NULL,
  max_attempts smallint NOT NULL,
  tries        int NOT NULL DEFAULT 0,
  worker       bigint,
  run_at       timestamptz NOT NULL DEFAULT now(),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  started_at   timestamptz,
  finished_at  timestamptz,
  result       json,
  error        text
) WITH (fillfactor = 50);
CREATE INDEX jobs_ready ON m.jobs (topic, lane, seq) WHERE status = 0;

CREATE TABLE n.job (
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id           uuid NOT NULL UNIQUE,
  name         text NOT NULL,
  topic        text COLLATE "C" NOT NULL,
  lane         bigint NOT NULL,
  args         json NOT NULL,
  max_attempts smallint NOT NULL,
  submitted_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE n.ready (
  topic    text COLLATE "C" NOT NULL,
  lane     bigint NOT NULL,
  seq      bigint NOT NULL,
  tries    int NOT NULL,
  forgiven int NOT NULL,
  PRIMARY KEY (topic, lane, seq)
);
CREATE TABLE n.running (
  seq        bigint PRIMARY KEY,
  worker     bigint NOT NULL,
  tries      int NOT NULL,
  forgiven   int NOT NULL,
  started_at timestamptz NOT NULL
);
CREATE TABLE n.finished (
  seq         bigint PRIMARY KEY,
  status      smallint NOT NULL,
  tries       int NOT NULL,
  forgiven    int NOT NULL,
  worker      bigint,
  started_at  timestamptz,
  finished_at timestamptz NOT NULL,
  result      json,
  error       text
);
CREATE INDEX finished_at ON n.finished (finished_at);
