-- d: as c, but joined by ctid so that the result rides along and needs no second join
WITH gone AS (
  DELETE FROM n.running r
  USING unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[]) AS g(seq, worker, tries, result)
  CROSS JOIN LATERAL (
    SELECT ctid FROM n.running
    WHERE seq = g.seq AND worker = g.worker AND tries = g.tries OFFSET 0) f
  WHERE r.ctid = f.ctid
  RETURNING r.seq, r.tries, r.forgiven, r.worker, r.started_at, g.result)
INSERT INTO n.finished (seq, status, tries, forgiven, worker, started_at, finished_at, result)
SELECT seq, 2, tries, forgiven, worker, started_at, now(), result FROM gone
RETURNING seq;
