package dev.pulse.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** One wide table and the usual claim query: what most people write first. */
final class PlainTable implements JobQueue {
  private static final String TABLE =
      """
      CREATE TABLE plain_job (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        queue text NOT NULL DEFAULT 'default', priority int NOT NULL DEFAULT 0,
        status smallint NOT NULL DEFAULT 0, attempts int NOT NULL DEFAULT 0,
        name text NOT NULL, args json NOT NULL, locked_by text,
        submitted_at timestamptz NOT NULL DEFAULT now(), started_at timestamptz,
        finished_at timestamptz) WITH (fillfactor = 50);
      CREATE INDEX plain_job_claim ON plain_job (queue, priority, id) WHERE status = 0
      """;

  private static final String ONE = "INSERT INTO plain_job (name, args) VALUES ('noop', ?::json)";
  private static final String MANY =
      "INSERT INTO plain_job (name, args) SELECT 'noop', a::json FROM unnest(?::text[]) AS g(a)";

  private static final String CLAIM =
      """
      UPDATE plain_job SET status = 1, attempts = attempts + 1, locked_by = 'w', started_at = now()
      WHERE id = ANY(ARRAY(
        SELECT id FROM plain_job WHERE queue = 'default' AND status = 0
        ORDER BY priority, id LIMIT 500 FOR UPDATE SKIP LOCKED))
      RETURNING id, args
      """;

  private static final String COMPLETE =
      "UPDATE plain_job SET status = 2, finished_at = now() WHERE id = ANY(?::int8[])";

  private final HikariDataSource pool;

  PlainTable(String jdbc) throws SQLException {
    this.pool = Arena.pool(jdbc, 64);
    execute(TABLE);
  }

  @Override
  public String name() {
    return "raw SQL, one table";
  }

  @Override
  public String version() {
    return "";
  }

  @Override
  public String setup() {
    return "2 connections, claim 500 + complete 500 by UPDATE; plain INSERT, batches of 1000";
  }

  @Override
  public int pace() {
    return 50_000;
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
    execute("TRUNCATE plain_job");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void submit(long tag) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement(ONE)) {
      insert.setString(1, JobQueue.args(tag));
      insert.executeUpdate();
    }
  }

  @Override
  public void submitAll(long first, int count) throws SQLException {
    for (int done = 0; done < count; done += 1000) {
      String[] args = new String[Math.min(1000, count - done)];
      for (int at = 0; at < args.length; at++) {
        args[at] = JobQueue.args(first + done + at);
      }
      try (Connection connection = pool.getConnection();
          PreparedStatement insert = connection.prepareStatement(MANY)) {
        insert.setArray(1, connection.createArrayOf("text", args));
        insert.executeUpdate();
      }
    }
  }

  @Override
  public Working work(LongConsumer started, Shape shape, int others) {
    return new RawWorkers(pool, PlainTable::step, started);
  }

  private static int step(Connection connection, LongConsumer started) throws SQLException {
    var ids = new Long[RawWorkers.BATCH];
    var tags = new long[RawWorkers.BATCH];
    int claimed = 0;
    try (PreparedStatement claim = connection.prepareStatement(CLAIM);
        var rows = claim.executeQuery()) {
      for (; rows.next(); claimed++) {
        ids[claimed] = rows.getLong(1);
        tags[claimed] = JobQueue.tag(rows.getString(2));
      }
    }
    if (claimed == 0) {
      return 0;
    }
    for (int at = 0; at < claimed; at++) {
      started.accept(tags[at]);
    }
    try (PreparedStatement complete = connection.prepareStatement(COMPLETE)) {
      complete.setArray(1, connection.createArrayOf("int8", Arrays.copyOf(ids, claimed)));
      complete.executeUpdate();
    }
    return claimed;
  }

  @Override
  public void close() {
    pool.close();
  }
}
