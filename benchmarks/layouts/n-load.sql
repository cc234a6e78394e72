-- Ids that a lookup can compute again: the k-th job has the id k.
WITH submitted AS (
  INSERT INTO n.job (id, name, topic, lane, args, max_attempts)
  SELECT lpad(to_hex(k), 32, '0')::uuid, 'send-mail', :'topic', 0, :'payload', 20 FROM generate_series(1, :jobs) k
  RETURNING topic, lane, seq)
INSERT INTO n.ready SELECT topic, lane, seq, 0, 0 FROM submitted;
