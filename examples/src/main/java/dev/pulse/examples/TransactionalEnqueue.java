package dev.pulse.examples;

import dev.pulse.JobFilter;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;

/** A job that exists if and only if the order it is for does: plain JDBC, one transaction. */
public final class TransactionalEnqueue {
  record Invoice(long order) {}

  private TransactionalEnqueue() {}

  /** Takes the server's address and the JDBC address of the database it works on. */
  public static void main(String... arguments) throws SQLException {
    try (Pulse pulse = Pulse.connect(arguments[0]);
        Connection connection = DriverManager.getConnection(arguments[1])) {
      try (var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS orders (id bigint PRIMARY KEY)");
      }
      connection.setAutoCommit(false);
      order(connection, 1);
      connection.rollback();
      boolean none = pulse.page(JobFilter.all().topic("billing")).jobs().isEmpty();
      System.out.println("rolled back, no job: " + none);
      UUID id = order(connection, 2);
      connection.commit();
      try (Worker _ = biller(pulse)) {
        System.out.println("committed: " + pulse.handle(id).await(Duration.ofSeconds(30)).status());
      }
    }
  }

  // docs:enqueue
  static UUID order(Connection connection, long order) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setLong(1, order);
      insert.executeUpdate();
    }
    try (PreparedStatement enqueue =
        connection.prepareStatement(
            "SELECT pulse.enqueue('invoice', ?::jsonb, topic => 'billing')")) {
      enqueue.setString(1, "{\"order\": " + order + "}");
      try (ResultSet row = enqueue.executeQuery()) {
        row.next();
        return row.getObject(1, UUID.class);
      }
    }
  }

  // end

  private static Worker biller(Pulse pulse) {
    return pulse
        .worker()
        .topic("billing")
        .handle(
            "invoice",
            Invoice.class,
            (invoice, job) -> {
              System.out.println("invoice for order " + invoice.order());
              return Outcome.done();
            })
        .start();
  }
}
