-- a: the given rows joined to running
WITH gone AS (
  DELETE FROM n.running r
  USING unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[]) AS g(seq, worker, tries, result)
  WHERE r.seq = g.seq AND r.worker = g.worker AND r.tries = g.tries
  RETURNING r.seq, r.tries, r.forgiven, r.worker, r.started_at, g.result)
INSERT INTO n.finished (seq, status, tries, forgiven, worker, started_at, finished_at, result)
SELECT seq, 2, tries, forgiven, worker, started_at, now(), result FROM gone
RETURNING seq;
