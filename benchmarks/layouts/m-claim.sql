-- The job rows travel to the client; the last row carries what the completion needs (\aset keeps the last row).
WITH picked AS MATERIALIZED (
  SELECT ctid FROM m.jobs
  WHERE topic = :topic AND status = 0 AND (lane, seq) >= (:lane::bigint, :mark::bigint)
  ORDER BY lane, seq LIMIT 500 FOR UPDATE SKIP LOCKED),
taken AS (
  UPDATE m.jobs j SET status = 1, tries = j.tries + 1, worker = :client_id::bigint, started_at = now()
  WHERE j.ctid = ANY(ARRAY(SELECT ctid FROM picked))
  RETURNING j.seq, j.tries, j.worker, j.name, j.args)
SELECT seq, tries AS attempt, name, args, NULL AS seqs, NULL AS tries, NULL AS workers, NULL AS mark FROM taken
UNION ALL
SELECT NULL, NULL, NULL, NULL, coalesce(array_agg(seq), '{}'), coalesce(array_agg(tries), '{}'),
       coalesce(array_agg(worker), '{}'), coalesce(max(seq), :mark::bigint) FROM taken
\aset
