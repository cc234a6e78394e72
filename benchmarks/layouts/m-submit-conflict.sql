INSERT INTO m.jobs (id, name, topic, lane, args, max_attempts)
SELECT bench.uuid7(), 'send-mail', :topic, 0, :payload::json, 20 FROM generate_series(1, :rows::int)
ON CONFLICT (id) DO NOTHING;
