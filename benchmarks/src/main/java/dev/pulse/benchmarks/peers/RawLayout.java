package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.Migrations;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** The tables of Pulse, used by bare statements: no server, no wire, no fence. */
final class RawLayout implements JobQueue {
  private static final String INSERT =
      """
      WITH given AS MATERIALIZED (
        SELECT nextval('pulse.job_seq') AS seq, gen_random_uuid() AS id, args
        FROM unnest(?::text[]) AS g(args)),
      born AS (
        INSERT INTO pulse.job (seq, id, lane, priority, max_attempts, name, topic, args)
        SELECT seq, id, 0, 0, 5, 'noop', 'default', args::json FROM given)
      INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
      SELECT 0, seq, 0, 0, 5, 0, 'default' FROM given
      """;

  private static final String CLAIM =
      """
      WITH picked AS MATERIALIZED (
        SELECT ctid FROM pulse.ready
        WHERE queue = 'default' AND (lane, seq) >= (0, ?)
        ORDER BY lane, seq LIMIT 500 FOR UPDATE SKIP LOCKED),
      taken AS (
        DELETE FROM pulse.ready WHERE ctid = ANY(ARRAY(SELECT ctid FROM picked)) RETURNING seq),
      lent AS (
        INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
        SELECT seq, 1, 1, 0, 5, 0 FROM taken)
      SELECT t.seq, j.args FROM taken t
      CROSS JOIN LATERAL (SELECT args FROM pulse.job WHERE seq = t.seq OFFSET 0) j
      """;

  private static final String COMPLETE =
      """
      WITH ended AS (
        DELETE FROM pulse.running WHERE seq = ANY(?::int8[]) AND worker = 1
        RETURNING seq, worker, started_at, tries, forgiven, max_attempts, traits)
      INSERT INTO pulse.finished
        (seq, worker, started_at, tries, forgiven, max_attempts, traits, status)
      SELECT seq, worker, started_at, tries, forgiven, max_attempts, traits, 'COMPLETED' FROM ended
      """;

  private final HikariDataSource pool;
  private final AtomicLong mark = new AtomicLong();

  RawLayout(String jdbc) {
    try (Database database = Database.open(jdbc, 2)) {
      new Migrations(database).apply();
    }
    this.pool = new HikariDataSource(pinned(jdbc));
  }

  /** The same pins as the server's own connections have. */
  private static com.zaxxer.hikari.HikariConfig pinned(String jdbc) {
    var config = new com.zaxxer.hikari.HikariConfig();
    config.setJdbcUrl(jdbc);
    config.setMaximumPoolSize(64);
    config.addDataSourceProperty("prepareThreshold", "1");
    config.setConnectionInitSql(
        "SELECT set_config('plan_cache_mode', 'force_generic_plan', false),"
            + " set_config('enable_seqscan', 'off', false),"
            + " set_config('enable_bitmapscan', 'off', false), set_config('jit', 'off', false)");
    return config;
  }

  @Override
  public String name() {
    return "raw SQL, our layout";
  }

  @Override
  public String version() {
    return "";
  }

  @Override
  public String setup() {
    return "2 connections, claim 500 + complete 500, watermark, rows kept; batches of 1000";
  }

  @Override
  public int pace() {
    return 100_000;
  }

  @Override
  public boolean starts() {
    return false;
  }

  @Override
  public boolean closesAcknowledged() {
    return true;
  }

  @Override
  public void clear() throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("TRUNCATE pulse.job, pulse.ready, pulse.running, pulse.finished");
    }
    mark.set(0);
  }

  @Override
  public void submit(long tag) throws SQLException {
    submitAll(tag, 1);
  }

  @Override
  public void submitAll(long first, int count) throws SQLException {
    for (int done = 0; done < count; done += 1000) {
      String[] args = new String[Math.min(1000, count - done)];
      for (int at = 0; at < args.length; at++) {
        args[at] = JobQueue.args(first + done + at);
      }
      try (Connection connection = pool.getConnection();
          PreparedStatement insert = connection.prepareStatement(INSERT)) {
        insert.setArray(1, connection.createArrayOf("text", args));
        insert.executeUpdate();
      }
    }
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) {
    return new RawWorkers(pool, this::step, started);
  }

  private int step(Connection connection, LongConsumer started) throws SQLException {
    var seqs = new Long[RawWorkers.BATCH];
    var tags = new long[RawWorkers.BATCH];
    int claimed = 0;
    long last = 0;
    try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
      claim.setLong(1, mark.get());
      try (var rows = claim.executeQuery()) {
        for (; rows.next(); claimed++) {
          seqs[claimed] = rows.getLong(1);
          tags[claimed] = JobQueue.tag(rows.getString(2));
          last = Math.max(last, seqs[claimed]);
        }
      }
    }
    if (claimed == 0) {
      return 0;
    }
    mark.accumulateAndGet(last, Math::max);
    for (int at = 0; at < claimed; at++) {
      started.accept(tags[at]);
    }
    try (PreparedStatement complete = connection.prepareStatement(COMPLETE)) {
      complete.setArray(
          1, connection.createArrayOf("int8", java.util.Arrays.copyOf(seqs, claimed)));
      complete.executeUpdate();
    }
    return claimed;
  }

  @Override
  public void close() {
    pool.close();
  }
}
