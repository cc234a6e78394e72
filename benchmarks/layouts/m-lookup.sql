\set k random(1, :jobs)
SELECT seq, id, name, topic, lane, status, args, max_attempts, tries, worker, run_at, submitted_at, started_at,
       finished_at, result, error
FROM m.jobs WHERE id = lpad(to_hex(:k::bigint), 32, '0')::uuid;
