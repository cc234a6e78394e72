\set k random(1, :jobs)
SELECT j.*,
       CASE WHEN f.seq IS NOT NULL THEN f.status WHEN u.seq IS NOT NULL THEN 1 WHEN r.seq IS NOT NULL THEN 0 END AS status,
       coalesce(f.tries, u.tries, r.tries) AS tries, coalesce(f.worker, u.worker) AS worker,
       coalesce(f.started_at, u.started_at) AS started_at, f.finished_at, f.result, f.error
FROM n.job j
LEFT JOIN n.ready r ON (r.topic, r.lane, r.seq) = (j.topic, j.lane, j.seq)
LEFT JOIN n.running u ON u.seq = j.seq
LEFT JOIN n.finished f ON f.seq = j.seq
WHERE j.id = lpad(to_hex(:k::bigint), 32, '0')::uuid;
