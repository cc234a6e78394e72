SELECT j.seq, j.id, j.name, j.topic,
       CASE WHEN f.seq IS NOT NULL THEN f.status WHEN u.seq IS NOT NULL THEN 1 WHEN r.seq IS NOT NULL THEN 0 END AS status,
       coalesce(f.tries, u.tries, r.tries) AS tries, j.submitted_at, f.finished_at
FROM (SELECT * FROM n.job ORDER BY seq DESC LIMIT 50) j
LEFT JOIN LATERAL (SELECT * FROM n.ready WHERE (topic, lane, seq) = (j.topic, j.lane, j.seq) OFFSET 0) r ON true
LEFT JOIN LATERAL (SELECT * FROM n.running WHERE seq = j.seq OFFSET 0) u ON true
LEFT JOIN LATERAL (SELECT * FROM n.finished WHERE seq = j.seq OFFSET 0) f ON true
ORDER BY j.seq DESC;
