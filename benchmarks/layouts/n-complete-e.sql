-- e: lock through fenced lookups first; every held row is ours, so the DELETE cannot miss and nothing is joined again
WITH held AS MATERIALIZED (
  SELECT f.*, g.result
  FROM unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[]) AS g(seq, worker, tries, result)
  CROSS JOIN LATERAL (
    SELECT ctid, seq, tries, forgiven, worker, started_at FROM n.running
    WHERE seq = g.seq AND worker = g.worker AND tries = g.tries OFFSET 0 FOR UPDATE) f),
gone AS (
  DELETE FROM n.running r WHERE r.ctid = ANY(ARRAY(SELECT ctid FROM held)))
INSERT INTO n.finished (seq, status, tries, forgiven, worker, started_at, finished_at, result)
SELECT seq, 2, tries, forgiven, worker, started_at, now(), result FROM held
RETURNING seq;
