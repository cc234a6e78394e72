-- Status documents: what a part that lives on files wants shown, one small document by kind and name.
CREATE TABLE status_document (
  kind       text COLLATE "C" NOT NULL CHECK (kind <> ''),
  name       text COLLATE "C" NOT NULL CHECK (name <> ''),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  document   json NOT NULL,                          -- json, not jsonb: kept to the byte
  PRIMARY KEY (kind, name)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 200);

-- A failure may have a result too: what an attempt cost is known even if it came to nothing.
ALTER TABLE attempt ADD COLUMN result json;

CREATE OR REPLACE VIEW attempts AS
SELECT a.seq, a.tries, a.number, w.name AS worker, a.started_at, a.ended_at, a.outcome, a.error,
  a.result, a.late_at, a.late_outcome, a.late_result, a.late_error
FROM attempt a LEFT JOIN worker w ON w.id = a.worker
UNION ALL
SELECT f.seq, f.tries, f.tries - f.forgiven, w.name, f.started_at, f.finished_at, 'SUCCEEDED', NULL,
  f.result, NULL, NULL, NULL, NULL
FROM finished f LEFT JOIN worker w ON w.id = f.worker WHERE f.status = 'COMPLETED'
UNION ALL
SELECT r.seq, r.tries, r.tries - r.forgiven, w.name, r.started_at, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM running r LEFT JOIN worker w ON w.id = r.worker;

-- What attempts wrote while they ran, in the order of starts. A chunk stands at the place in the whole
-- log that its worker gave it, so that one sent twice is stored once and one that is missing leaves a gap.
CREATE TABLE attempt_log (
  seq    bigint NOT NULL,
  starts bigint NOT NULL,                            -- bytes of the log that come before it
  ends   bigint NOT NULL,
  tries  integer NOT NULL,
  text   text NOT NULL,
  PRIMARY KEY (seq, tries, starts),
  CHECK (starts >= 0 AND ends > starts)
);
