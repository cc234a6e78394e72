-- Ids that a lookup can compute again: the k-th job has the id k.
INSERT INTO m.jobs (id, name, topic, lane, args, max_attempts)
SELECT lpad(to_hex(k), 32, '0')::uuid, 'send-mail', :'topic', 0, :'payload', 20 FROM generate_series(1, :jobs) k;
