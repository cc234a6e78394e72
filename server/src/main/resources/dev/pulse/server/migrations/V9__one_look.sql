-- The short way of a gated claim looks once: how the limits stand, what waits before the first job without
-- limits, and the taking are one statement after the locks, where they were three. It always answers: with one
-- row that has no job if there was nothing to take or a limit is full, and with none only if the long way has
-- to be gone. docs/adr/0007-a-gate-is-a-queue.md
CREATE OR REPLACE FUNCTION claim_gate(through integer, of_topic text, from_lane bigint, from_seq bigint,
  plain_lane bigint, plain_seq bigint, workers bigint[], marked integer[], marks bigint[])
RETURNS TABLE (seq bigint, lane bigint, worker bigint, tries integer, attempt integer, max_attempts smallint,
  traits smallint, id uuid, name text, args json, submitted_at timestamptz, trace text,
  room bigint, oldest bigint, plain boolean)
LANGUAGE plpgsql VOLATILE SET search_path = pulse, pg_temp AS $$
#variable_conflict use_column
DECLARE
  endless constant bigint := 9223372036854775807;
  others  bigint;
BEGIN
  WITH asked AS MATERIALIZED (
    SELECT r.name, r.rate_starts, r.paused_until FROM gate_limit l JOIN limit_rule r ON r.name = l.name
    WHERE l.gate = through)
  SELECT count(*) INTO others FROM asked a
  WHERE NOT pg_try_advisory_xact_lock(hashtextextended(a.name, 7857))
    OR a.rate_starts IS NOT NULL OR a.paused_until > now();
  IF others > 0 THEN
    RETURN;
  END IF;
  RETURN QUERY                                  -- by a snapshot younger than the locks
  WITH standing AS MATERIALIZED (
    SELECT coalesce(min(s.most - s.running), endless)::bigint AS places, min(s.oldest) AS first_slot
    FROM (
      SELECT r.max_running AS most, sum(c.running) AS running, min(c.oldest) FILTER (WHERE l.gate = through) AS oldest
      FROM gate_limit g
      JOIN limit_rule r ON r.name = g.name AND r.max_running IS NOT NULL
      JOIN gate_limit l ON l.name = g.name
      CROSS JOIN LATERAL (
        SELECT count(*) AS running, min(x.slot) AS oldest FROM running x
        WHERE x.gate = l.gate AND x.slot >= coalesce(
          (SELECT m.mark FROM unnest(marked, marks) AS m(gate, mark) WHERE m.gate = l.gate), 0)) c
      WHERE g.gate = through
      GROUP BY r.name, r.max_running) AS s),
  head AS MATERIALIZED (
    SELECT q.lane, q.seq FROM ready q
    WHERE q.queue = of_topic AND (q.lane, q.seq) >= (plain_lane, plain_seq) ORDER BY q.lane, q.seq LIMIT 1),
  picked AS MATERIALIZED (
    SELECT q.ctid FROM ready q
    WHERE q.queue = queue_of(of_topic, through) AND (q.lane, q.seq) >= (from_lane, from_seq)
      AND (q.lane, q.seq) < (coalesce((SELECT h.lane FROM head h), endless), coalesce((SELECT h.seq FROM head h), endless))
    ORDER BY q.lane, q.seq LIMIT greatest(0, least((SELECT s.places FROM standing s), cardinality(workers)))
    FOR UPDATE SKIP LOCKED),
  taken AS (
    DELETE FROM ready q WHERE q.ctid = ANY(ARRAY(SELECT p.ctid FROM picked p))
    RETURNING q.lane, q.seq, q.tries + 1 AS tries, q.forgiven, q.max_attempts, q.traits),
  placed AS MATERIALIZED (
    SELECT t.*, workers[row_number() OVER (ORDER BY t.lane, t.seq)] AS worker FROM taken t),
  lent AS (
    INSERT INTO running (seq, worker, started_at, tries, forgiven, max_attempts, traits, gate, slot)
    SELECT p.seq, p.worker, clock_timestamp(), p.tries, p.forgiven, p.max_attempts, p.traits, through,
      nextval('pulse.slot_seq')
    FROM placed p)
  SELECT p.seq, p.lane, p.worker, p.tries, p.tries - p.forgiven, p.max_attempts,
    p.traits, p.id, p.name, p.args, p.submitted_at, p.trace, s.places, s.first_slot, EXISTS (SELECT FROM head)
  FROM standing s
  LEFT JOIN (
    SELECT t.*, j.id, j.name, j.args, j.submitted_at, j.trace FROM placed t
    CROSS JOIN LATERAL (
      SELECT b.id, b.name, b.args, b.submitted_at, b.trace FROM job b WHERE b.seq = t.seq OFFSET 0) j) p ON true
  ORDER BY p.lane, p.seq;
END
$$;
