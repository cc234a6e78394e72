WITH old AS MATERIALIZED (
  SELECT seq FROM n.finished WHERE finished_at < now() ORDER BY finished_at LIMIT 5000),
gone AS (
  DELETE FROM n.finished WHERE seq = ANY(ARRAY(SELECT seq FROM old)))
DELETE FROM n.job WHERE seq = ANY(ARRAY(SELECT seq FROM old));
