package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** J12: {@code pulse.enqueue} inside the user's own transaction, with nothing of ours but SQL. */
class EnqueueTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void theJobExistsIfAndOnlyIfTheTransactionCommits() throws SQLException {
    try (Connection connection = DriverManager.getConnection(kernel.url())) {
      connection.setAutoCommit(false);
      UUID given = enqueue(connection, "'email', '{\"n\":9007199254740993}'::jsonb");
      assertThat(kernel.jobs().find(given)).isEmpty();
      connection.rollback();
      assertThat(kernel.jobs().find(given)).isEmpty();
      UUID kept = enqueue(connection, "'email', '{\"n\":9007199254740993}'::jsonb");
      connection.commit();
      Job job = kernel.job(kept);
      assertThat(job.status()).isEqualTo(JobStatus.PENDING);
      assertThat(job.args()).isEqualTo("{\"n\": 9007199254740993}");
      assertThat(job.maxAttempts()).isEqualTo(NewJob.DEFAULT_MAX_ATTEMPTS);
      assertThat(kept.version()).isEqualTo(7);
    }
    assertThat(kernel.claimOne(kernel.worker("w")).name()).isEqualTo("email");
  }

  @Test
  void itTakesEveryOption() throws SQLException {
    try (Connection connection = DriverManager.getConnection(kernel.url())) {
      UUID id =
          enqueue(
              connection,
              "'n', topic => 't', priority => 5, run_at => now() + interval '1 hour',"
                  + " max_attempts => 2, unique_key => 'k'");
      Job job = kernel.job(id);
      assertThat(job.status()).isEqualTo(JobStatus.SCHEDULED);
      assertThat(job.topic()).isEqualTo("t");
      assertThat(job.priority()).isEqualTo(5);
      assertThat(job.maxAttempts()).isEqualTo(2);
      assertThat(enqueue(connection, "'n', unique_key => 'k'")).isEqualTo(id);
      assertThat(kernel.jobs().submit(NewJob.named("n").but().uniqueKey("k").build()))
          .isEqualTo(new Submitted(id, true));
      UUID chosen = UUID.randomUUID();
      assertThat(enqueue(connection, "'n', id => '" + chosen + "'")).isEqualTo(chosen);
      assertThat(enqueue(connection, "'n', id => '" + chosen + "'")).isEqualTo(chosen);
      assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isEqualTo(2);
      kernel.jobs().cancel(id);
      assertThat(enqueue(connection, "'n', unique_key => 'k'")).isNotEqualTo(id);
    }
  }

  @Test
  void itObeysTheTopicsAging() throws SQLException {
    kernel.jobs().aging("default", java.time.Duration.ofMinutes(1));
    try (Connection connection = DriverManager.getConnection(kernel.url())) {
      UUID id = enqueue(connection, "'n', priority => 3");
      kernel.jobs().cancel(id);
      assertThat(kernel.job(id).status()).isEqualTo(JobStatus.CANCELED);
    }
  }

  @Test
  void badInputIsRefusedWithItsReason() throws SQLException {
    try (Connection connection = DriverManager.getConnection(kernel.url())) {
      for (String bad :
          new String[] {
            "''",
            "NULL",
            "'n', topic => ''",
            "'n', priority => 5000",
            "'n', priority => NULL",
            "'n', max_attempts => 0",
            "'n', max_attempts => NULL",
            "'n', NULL",
            "E'a\\nb'",
            "'n', topic => E'a\\tb'",
            "'n', unique_key => ''"
          }) {
        assertThatThrownBy(() -> enqueue(connection, bad))
            .as(bad)
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("pulse: ");
      }
      assertThat(kernel.number("SELECT count(*) FROM pulse.job")).isZero();
    }
  }

  private static UUID enqueue(Connection connection, String arguments) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT pulse.enqueue(" + arguments + ")")) {
      rows.next();
      return rows.getObject(1, UUID.class);
    }
  }
}
