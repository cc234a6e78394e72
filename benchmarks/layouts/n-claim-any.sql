-- The job rows travel to the client; the last row carries what the completion needs (\aset keeps the last row).
WITH picked AS MATERIALIZED (
  SELECT ctid FROM n.ready
  WHERE topic = :topic AND (lane, seq) >= (:lane::bigint, :mark::bigint)
  ORDER BY lane, seq LIMIT 500 FOR UPDATE SKIP LOCKED),
taken AS (
  DELETE FROM n.ready r
  WHERE r.ctid = ANY(ARRAY(SELECT ctid FROM picked))
  RETURNING r.seq, r.tries, r.forgiven),
started AS (
  INSERT INTO n.running (seq, worker, tries, forgiven, started_at)
  SELECT seq, :client_id::bigint, tries + 1, forgiven, now() FROM taken
  RETURNING seq, worker, tries)
SELECT j.seq, NULL::int AS attempt, j.name, j.args, NULL AS seqs, NULL AS tries, NULL AS workers, NULL AS mark
FROM n.job j WHERE j.seq = ANY(ARRAY(SELECT seq FROM taken))
UNION ALL
SELECT NULL, NULL, NULL, NULL, coalesce(array_agg(seq), '{}'), coalesce(array_agg(tries), '{}'),
       coalesce(array_agg(worker), '{}'), coalesce(max(seq), :mark::bigint) FROM started
\aset
