INSERT INTO m.jobs (id, name, topic, lane, args, max_attempts)
VALUES (bench.uuid7(), 'send-mail', :topic, 0, :payload::json, 20)
ON CONFLICT (id) DO NOTHING;
