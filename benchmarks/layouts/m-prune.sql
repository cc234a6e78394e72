WITH old AS MATERIALIZED (
  SELECT seq FROM m.jobs WHERE status = 2 AND finished_at < now() ORDER BY seq LIMIT 5000)
DELETE FROM m.jobs WHERE seq = ANY(ARRAY(SELECT seq FROM old));
