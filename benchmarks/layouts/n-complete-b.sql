-- b: seq = ANY, the fence as a row-wise IN
WITH given AS MATERIALIZED (
  SELECT * FROM unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[])
    AS g(seq, worker, tries, result)),
gone AS (
  DELETE FROM n.running r
  WHERE r.seq = ANY(:seqs::bigint[]) AND (r.seq, r.worker, r.tries) IN (SELECT seq, worker, tries FROM given)
  RETURNING r.seq, r.tries, r.forgiven, r.worker, r.started_at)
INSERT INTO n.finished (seq, status, tries, forgiven, worker, started_at, finished_at, result)
SELECT seq, 2, tries, forgiven, worker, started_at, now(), result FROM gone JOIN given USING (seq, worker, tries)
RETURNING seq;
