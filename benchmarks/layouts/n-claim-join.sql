-- The job rows travel to the client; the last row carries what the completion needs (\aset keeps the last row).
WITH picked AS MATERIALIZED (
  SELECT lane, seq FROM n.ready
  WHERE topic = :topic AND (lane, seq) >= (:lane::bigint, :mark::bigint)
  ORDER BY lane, seq LIMIT 500 FOR UPDATE SKIP LOCKED),
taken AS (
  DELETE FROM n.ready r
  USING picked p WHERE r.topic = :topic AND r.lane = p.lane AND r.seq = p.seq
  RETURNING r.seq, r.tries, r.forgiven),
started AS (
  INSERT INTO n.running (seq, worker, tries, forgiven, started_at)
  SELECT seq, :client_id::bigint, tries + 1, forgiven, now() FROM taken
  RETURNING seq, worker, tries)
SELECT s.seq, s.tries AS attempt, j.name, j.args, NULL AS seqs, NULL AS tries, NULL AS workers, NULL AS mark
FROM started s CROSS JOIN LATERAL (SELECT name, args FROM n.job WHERE seq = s.seq OFFSET 0) j
UNION ALL
SELECT NULL, NULL, NULL, NULL, coalesce(array_agg(seq), '{}'), coalesce(array_agg(tries), '{}'),
       coalesce(array_agg(worker), '{}'), coalesce(max(seq), :mark::bigint) FROM started
\aset
