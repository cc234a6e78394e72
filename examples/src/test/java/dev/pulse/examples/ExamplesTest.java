package dev.pulse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.testing.EmbeddedPulse;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs every example as a user would, and reads what it prints. */
class ExamplesTest {
  private static EmbeddedPulse embedded;

  @BeforeAll
  static void start() {
    embedded = EmbeddedPulse.start();
  }

  @AfterAll
  static void stop() {
    embedded.close();
  }

  private interface Main {
    void run(String... arguments) throws Exception;
  }

  private static List<String> printedBy(Main main, String... arguments) throws Exception {
    var printed = new ByteArrayOutputStream();
    PrintStream screen = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      main.run(arguments);
    } finally {
      System.setOut(screen);
    }
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void emailsAreSent() throws Exception {
    assertThat(printedBy(SendEmails::main, embedded.address()))
        .containsExactly(
            "sending \"Hello\" to ada@example.org", "sent to ada@example.org at attempt 1");
  }

  @Test
  void aServerThatIsNotThereIsToldByItsCode() throws Exception {
    List<String> lines = printedBy(Connecting::main, embedded.address());
    assertThat(lines.get(0)).startsWith("UNREACHABLE: cannot reach 127.0.0.1:1");
    assertThat(lines.get(1)).endsWith(" counts");
  }

  @Test
  void optionsAreObeyed() throws Exception {
    assertThat(printedBy(SubmitOptions::main, embedded.address()))
        .containsExactly(
            "SCHEDULED, limits [database]", "already there: true", "one job: true", "12 submitted");
  }

  @Test
  void everyOutcomeLeadsWhereItShould() throws Exception {
    assertThat(printedBy(Outcomes::main, embedded.address()))
        .containsExactly(
            "letter: COMPLETED after 1",
            "blank: DEAD_LETTERED after 1",
            "jam: DEAD_LETTERED after 2",
            "novel: COMPLETED after 1",
            "charged 100");
  }

  @Test
  void aRunningJobIsCanceledAndADeadOneStartsOver() throws Exception {
    assertThat(printedBy(CancelAndRetry::main, embedded.address()))
        .containsExactlyInAnyOrder(
            "CANCELED",
            "interrupted, canceled: true",
            "backup: disk full",
            "1 retried",
            "COMPLETED");
  }

  @Test
  void schedulesFireAndTellWhen() throws Exception {
    assertThat(printedBy(Scheduling::main, embedded.address()))
        .containsExactly(
            "next 04:00",
            "leap day, 12:00",
            "leap day, 12:00",
            "leap day, 12:00",
            "fired twice: true");
  }

  @Test
  void aPausedTopicWaitsAndSaysWhy() throws Exception {
    assertThat(printedBy(HoldingBack::main, embedded.address()))
        .containsExactly("paused", "COMPLETED");
  }

  @Test
  void aJobExistsIfAndOnlyIfItsTransactionCommits() throws Exception {
    assertThat(printedBy(TransactionalEnqueue::main, embedded.address(), embedded.databaseUrl()))
        .containsExactly(
            "rolled back, no job: true", "invoice for order 2", "committed: COMPLETED");
  }
}
