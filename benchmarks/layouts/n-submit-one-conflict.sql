WITH submitted AS (
  INSERT INTO n.job (id, name, topic, lane, args, max_attempts)
  VALUES (bench.uuid7(), 'send-mail', :topic, 0, :payload::json, 20)
  ON CONFLICT (id) DO NOTHING
  RETURNING topic, lane, seq)
INSERT INTO n.ready SELECT topic, lane, seq, 0, 0 FROM submitted;
