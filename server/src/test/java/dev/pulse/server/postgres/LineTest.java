package dev.pulse.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Sql ECHO =
      Sql.of(
          """
          SELECT a.*, :number::int2 AS small, :number::int4 AS middle, :text::text AS text,
            NULL::int8 AS missing, :at::int8 AS at_us, ':not ?'::text AS quoted
          FROM unnest(:numbers::int8[], :boxed::int8[], :smalls::int2[], :texts::text[], :ids::uuid[])
            AS a(number, boxed, short, word, id)
          """);
  private static final Sql DIVIDE = Sql.of("SELECT 10 / :by::int8 AS result");
  private static final Sql XID = Sql.of("SELECT pg_current_xact_id()::text AS xid");
  private static final Sql WHO = Sql.of("SELECT pg_backend_pid() AS pid");
  private static final Sql END = Sql.of("SELECT pg_terminate_backend(:pid::int4)::int4 AS ended");
  private static final Sql SETTING = Sql.of("SELECT current_setting(:name::text) AS value");

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();

  @Test
  void valuesArriveAndAnswersComeBack() {
    UUID id = UUID.randomUUID();
    try (var open = new OpenLine(pulse.database())) {
      Inquiry<List<Object>> echo =
          ECHO.given()
              .set("number", -7)
              .set("text", "ä'\n☃")
              .set("at", 1_700_000_000_000_001L)
              .set("numbers", new long[] {Long.MIN_VALUE, 2})
              .set("boxed", new Long[] {null, 4L})
              .set("smalls", new short[] {-5, 6})
              .set("texts", new String[] {"{\"a\": \"ü\"}", null})
              .set("ids", new UUID[] {id, null})
              .reading(LineTest::all);
      List<List<Object>> byLine = open.answer(() -> open.line().ask(echo));
      assertThat(byLine).hasSize(2);
      assertThat(byLine.getFirst())
          .containsExactly(
              Long.MIN_VALUE,
              -1L,
              -5L,
              -7L,
              -7L,
              "ä'\n☃",
              -1L,
              Instant.parse("2023-11-14T22:13:20.000001Z"),
              ":not ?");
      assertThat(pulse.database().call(echo::on)).as("as by a connection").isEqualTo(byLine);
    }
  }

  private static List<Object> all(Cells row) throws java.sql.SQLException {
    Long boxed = row.numberOrNull("boxed");
    Long missing = row.numberOrNull("missing");
    return List.of(
        row.number("number"),
        boxed == null ? -1L : boxed,
        row.number("short"),
        row.number("small"),
        row.number("middle"),
        row.text("text"),
        missing == null ? -1L : missing,
        row.instantOfMicros("at_us"),
        row.text("quoted"));
  }

  @Test
  void itsSessionIsSetAsTheirs() {
    try (var open = new OpenLine(pulse.database())) {
      Database.SESSION.forEach(
          (name, value) -> {
            var setting = SETTING.given().set("name", name).reading(row -> row.text("value"));
            assertThat(open.answer(() -> open.line().ask(setting))).containsExactly(value);
            assertThat(pulse.database().call(setting::on)).containsExactly(value);
          });
    }
  }

  @Test
  void valuesThatAreRefusedLeaveItOpen() {
    try (var open = new OpenLine(pulse.database())) {
      assertThatThrownBy(() -> open.answer(() -> open.line().ask(divide(0))))
          .isInstanceOf(CompletionException.class)
          .cause()
          .isInstanceOfSatisfying(
              DatabaseFailure.class, failure -> assertThat(failure.isOfTheInput()).isTrue())
          .hasMessage("division by zero");
      assertThat(open.answer(() -> open.line().ask(divide(2)))).containsExactly(5L);
      assertThat(open.answer(() -> open.line().ask(divide(5)))).containsExactly(2L);
    }
  }

  /** Postgres has the next before it has answered this; each succeeds or fails for itself. */
  @Test
  void whatIsAskedBeforeTheAnswerIsATransactionOfItsOwn() {
    try (var open = new OpenLine(pulse.database())) {
      List<CompletableFuture<List<Long>>> answers =
          open.byLoop(
              () -> Stream.of(2, 0, 5).map(by -> committed(open.line(), divide(by))).toList());
      assertThat(answers.getFirst().join()).containsExactly(5L);
      assertThatThrownBy(answers.get(1)::join).hasMessageContaining("division by zero");
      assertThat(answers.getLast().join()).containsExactly(2L);
    }
  }

  private static <T> CompletableFuture<List<T>> committed(Line line, Inquiry<T> inquiry) {
    CompletableFuture<List<T>> asked = line.ask(inquiry);
    var _ = line.commit();
    return asked;
  }

  @Test
  void whatIsAskedBeforeACommitIsDoneTogetherOrNotAtAll() {
    Inquiry<String> transaction = XID.given().reading(row -> row.text("xid"));
    try (var open = new OpenLine(pulse.database())) {
      CompletableFuture<List<String>> first = open.byLoop(() -> open.line().ask(transaction));
      List<String> second = open.answer(() -> open.line().ask(transaction));
      assertThat(second).isEqualTo(first.join());
      CompletableFuture<List<String>> spoiled = open.byLoop(() -> open.line().ask(transaction));
      assertThatThrownBy(() -> open.answer(() -> open.line().ask(divide(0))))
          .hasMessageContaining("division by zero");
      assertThatThrownBy(spoiled::join).hasMessageContaining("division by zero");
      assertThat(open.answer(() -> open.line().ask(divide(5)))).containsExactly(2L);
    }
  }

  @Test
  void whoeverIsNotItsLoopFindsItClosed() {
    try (var open = new OpenLine(pulse.database())) {
      assertThat(open.line().isOpen()).isFalse();
      assertThatThrownBy(() -> open.line().ask(divide(1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aConnectionThatIsEndedFailsWhatIsUnderWayAndIsMadeAnew() {
    try (var open = new OpenLine(pulse.database())) {
      Inquiry<Long> who = WHO.given().reading(row -> row.number("pid"));
      long before = open.answer(() -> open.line().ask(who)).getFirst();
      Inquiry<Long> end = END.given().set("pid", before).reading(row -> row.number("ended"));
      assertThatThrownBy(() -> open.answer(() -> open.line().ask(end)))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(DatabaseFailure.class);
      open.untilOpen();
      assertThat(open.answer(() -> open.line().ask(who)).getFirst()).isNotEqualTo(before);
    }
  }

  @Test
  void aStatementThatPostgresDoesNotKnowEndsTheConnectionAndNoMore() {
    Inquiry<Long> wrong = Sql.of("SELECT nothing_there").given().reading(row -> row.number("x"));
    try (var open = new OpenLine(pulse.database())) {
      assertThatThrownBy(() -> open.answer(() -> open.line().ask(wrong)))
          .hasMessageContaining("nothing_there");
      open.untilOpen();
      assertThat(open.answer(() -> open.line().ask(divide(5)))).containsExactly(2L);
    }
  }

  @ParameterizedTest
  @CsvSource({"scram-sha-256,scram-sha-256", "md5,md5", "password,scram-sha-256"})
  void itSignsInAsTheDriverDoes(String method, String kept) throws Exception {
    String user = "line_" + method.replace('-', '_');
    Path rules = Path.of(ask("SHOW hba_file"));
    Files.writeString(
        rules,
        "host all %s all %s%n%s".formatted(user, method, Files.readString(rules)),
        StandardOpenOption.TRUNCATE_EXISTING);
    execute(
        "SET password_encryption = '%s'; CREATE ROLE %s LOGIN PASSWORD 'pä$s'"
            .formatted(kept, user));
    execute("SELECT pg_reload_conf()");
    String rightful = pulse.url().replaceFirst("\\?.*", "?user=" + user + "&password=p%C3%A4%24s");
    try (var open = new OpenLine(rightful)) {
      open.untilOpen();
    }
    try (var open = new OpenLine(rightful.replace("%24s", "wrong"))) {
      await().during(Duration.ofMillis(300)).atMost(SOON).until(() -> !open.isOpen());
    }
  }

  /** Nothing goes in the clear that went encrypted before, least of all a password. */
  @Test
  void whereTheDatabaseEncryptsItIsLeftToTheDriver() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Integer> after = CompletableFuture.supplyAsync(() -> encrypting(server));
      String url = "jdbc:postgresql://localhost:" + server.getLocalPort() + "/x?user=u&password=p";
      try (var open = new OpenLine(url)) {
        assertThat(after.get()).as("it hung up without another word").isEqualTo(-1);
        assertThat(open.isOpen()).isFalse();
      }
    }
  }

  private static int encrypting(ServerSocket server) {
    try (var asked = server.accept()) {
      asked.getInputStream().readNBytes(8);
      asked.getOutputStream().write('S');
      return asked.getInputStream().read();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//one/x?user=u&sslmode=require",
        "//one/x?user=u&sslmode=verify-full",
        "//one/x?user=u&ssl=true",
        "//one,two/x?user=u",
        "//one/x",
        "//one/x?user=u&options=-c%20search_path=y",
        "//one/x?user=u&prepareThreshold=0",
        "//one/x?user=u&socketFactory=some.Factory"
      })
  void whatOnlyTheDriverKnowsIsLeftToIt(String address) {
    assertThat(Destination.of("jdbc:postgresql:" + address)).isNull();
  }

  @ParameterizedTest
  @CsvSource({"'',true", "&sslmode=prefer,true", "&sslmode=allow,false", "&sslmode=disable,false"})
  void elsewhereItGoesTheSameWay(String more, boolean asks) {
    assertThat(Destination.of("jdbc:postgresql://one:5433/my%20x?user=u&password=p%26" + more))
        .isEqualTo(new Destination("one", 5433, "my x", "u", "p&", asks));
  }

  private static Inquiry<Long> divide(long by) {
    return DIVIDE.given().set("by", by).reading(row -> row.number("result"));
  }

  private static String ask(String sql) {
    return pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getString(1);
              }
            });
  }

  private static void execute(String sql) {
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(sql);
              }
            });
  }
}
