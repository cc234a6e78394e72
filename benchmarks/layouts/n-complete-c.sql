-- c: fenced lookups find the ctids, the DELETE takes them by address
WITH given AS MATERIALIZED (
  SELECT * FROM unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[])
    AS g(seq, worker, tries, result)),
gone AS (
  DELETE FROM n.running r
  WHERE r.ctid = ANY(ARRAY(
    SELECT f.ctid FROM given g CROSS JOIN LATERAL (
      SELECT ctid FROM n.running
      WHERE seq = g.seq AND worker = g.worker AND tries = g.tries OFFSET 0) f))
  RETURNING r.seq, r.tries, r.forgiven, r.worker, r.started_at)
INSERT INTO n.finished (seq, status, tries, forgiven, worker, started_at, finished_at, result)
SELECT seq, 2, tries, forgiven, worker, started_at, now(), result FROM gone JOIN given USING (seq, worker, tries)
RETURNING seq;
