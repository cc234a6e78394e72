package dev.pulse.server.postgres;

import static java.util.stream.Collectors.joining;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.netty.channel.EventLoop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The way to Postgres: a pool of connections and the two ways to use one. */
public final class Database implements AutoCloseable {
  /**
   * Every statement here was looked at under its generic plan; planning anew costs more and, from
   * statistics taken while a table was empty, chooses scans that a backlog makes ruinous.
   */
  static final Map<String, String> SESSION =
      Map.of(
          "plan_cache_mode", "force_generic_plan",
          "enable_seqscan", "off",
          "enable_bitmapscan", "off",
          "jit", "off");

  private static final ScopedValue<List<Runnable>> AFTER_COMMIT = ScopedValue.newInstance();

  private final HikariDataSource pool;

  private Database(HikariDataSource pool) {
    this.pool = pool;
  }

  /**
   * Opens a pool; the first connection is made at once, so a wrong address is known here.
   *
   * @param url {@code postgres://user:password@host/database} or the JDBC form of it
   */
  public static Database open(String url, int connections) {
    var config = new HikariConfig();
    config.setPoolName("pulse");
    config.setJdbcUrl(DatabaseUrl.jdbc(url));
    config.setMaximumPoolSize(connections);
    config.setConnectionTimeout(Duration.ofSeconds(10).toMillis());
    config.setInitializationFailTimeout(1);
    config.setConnectionInitSql(session());
    config.addDataSourceProperty("prepareThreshold", "1");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("ApplicationName", "pulse");
    try {
      return new Database(new HikariDataSource(config));
    } catch (RuntimeException e) {
      throw new PostgresTrouble(
          "cannot reach the database " + DatabaseUrl.redacted(url) + ": " + rootMessage(e), e);
    }
  }

  private static String session() {
    return SESSION.entrySet().stream()
        .map(each -> "set_config('%s', '%s', false)".formatted(each.getKey(), each.getValue()))
        .collect(joining(", ", "SELECT ", ""));
  }

  /** What is done with a connection. */
  public interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  /** One statement, its own transaction. */
  public <T> T call(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.on(connection);
    } catch (SQLException e) {
      throw new DatabaseFailure(e);
    }
  }

  /** Several statements that commit together or not at all. */
  public <T> T transact(Work<T> work) {
    var afterwards = new ArrayList<Runnable>();
    T result = ScopedValue.where(AFTER_COMMIT, afterwards).call(() -> committed(work));
    afterwards.forEach(Runnable::run);
    return result;
  }

  /** Does this when the transaction that this thread is in has committed, and not otherwise. */
  public static void afterCommit(Runnable action) {
    AFTER_COMMIT.get().add(action);
  }

  private <T> T committed(Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = work.on(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(connection, e);
        throw e;
      } finally {
        if (!connection.isClosed()) {
          connection.setAutoCommit(true);
        }
      }
    } catch (SQLException e) {
      throw new DatabaseFailure(e);
    }
  }

  /** A connection that the loop speaks itself; null where only the driver can connect. */
  public @Nullable Line line(EventLoop loop) {
    return Line.open(pool.getJdbcUrl(), loop);
  }

  /** A connection of one's own, outside the pool; the caller closes it. */
  public Connection dedicated() throws SQLException {
    return DriverManager.getConnection(pool.getJdbcUrl());
  }

  @Override
  public void close() {
    pool.close();
  }

  /** How the pool is doing. */
  public HikariPoolMXBean pool() {
    return pool.getHikariPoolMXBean();
  }

  HikariDataSource source() {
    return pool;
  }

  private static void rollBack(Connection connection, Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
