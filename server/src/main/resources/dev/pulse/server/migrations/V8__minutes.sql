-- What happened in each minute, for charts: every server adds what it counted since it last did.
-- One row is rewritten every few seconds and never indexed by what changes, so its updates stay on its page.
CREATE TABLE minute (
  at        timestamptz PRIMARY KEY,
  submitted bigint NOT NULL DEFAULT 0,
  started   bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed    bigint NOT NULL DEFAULT 0,
  dead      bigint NOT NULL DEFAULT 0,
  waiting   bigint NOT NULL DEFAULT 0,               -- jobs that could start, when last looked at
  running   bigint NOT NULL DEFAULT 0,               -- jobs that ran, when last looked at
  latency   bigint[] NOT NULL DEFAULT '{}'           -- starts by how long after their submit: Tally.STEPS
) WITH (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);
