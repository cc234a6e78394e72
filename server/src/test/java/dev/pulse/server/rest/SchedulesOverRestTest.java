package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.server.postgres.PulseDatabase;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Schedules over REST (S1 to S3, H2). */
class SchedulesOverRestTest {
  private static final String ALL = RestApi.ROOT + "/schedules";

  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private ApiServer server;

  @BeforeEach
  void start() {
    server = new ApiServer(pulse.database());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aCronScheduleIsMadeReadPausedEditedAndDeleted() {
    Reply made =
        server.post(
            ALL,
            """
            {"name":"nightly","cron":"30 2 * * *","zone":"Europe/Berlin",
             "job":{"name":"backup","args":{"n":9007199254740993},"priority":5}}
            """);
    assertThat(made.status()).isEqualTo(201);
    JsonNode nightly = made.json();
    String one = ALL + "/" + nightly.path("id").asText();
    assertThat(nightly.path("cron").asText()).isEqualTo("30 2 * * *");
    assertThat(nightly.path("zone").asText()).isEqualTo("Europe/Berlin");
    assertThat(nightly.path("missed").asText()).isEqualTo("coalesce");
    assertThat(made.body()).contains("\"args\":{\"n\":9007199254740993}");
    assertThat(server.get(one).body()).isEqualTo(made.body());
    assertThat(server.get(ALL + "?limit=500").json().path("schedules")).contains(nightly);

    assertThat(server.post(one + "/pause", "").json().path("paused").asBoolean()).isTrue();
    assertThat(server.post(one + "/resume", "").json().path("paused").asBoolean()).isFalse();
    JsonNode edited = patch(one, "{\"every\":\"1h30m\",\"missed\":\"skip\"}").json();
    assertThat(edited.path("every").asText()).isEqualTo("1h30m");
    assertThat(edited.path("cron").isNull()).isTrue();
    assertThat(edited.path("missed").asText()).isEqualTo("skip");
    assertThat(server.send(server.request(one).DELETE()).status()).isEqualTo(200);
    server.get(one).refused(404, "not_found", "there is no schedule");
  }

  @Test
  void aTriggerAndAFireAreJobsOfTheSchedule() {
    String past = "2020-01-01T00:00:00Z";
    String one =
        ALL
            + "/"
            + server
                .post(
                    ALL,
                    "{\"name\":\"once\",\"at\":\"%s\",\"job\":{\"name\":\"j\"}}".formatted(past))
                .json()
                .path("id")
                .asText();
    Reply triggered = server.post(one + "/trigger", "");
    assertThat(triggered.status()).isEqualTo(201);
    JsonNode fires = server.get(one + "/fires").json().path("jobs");
    assertThat(fires).hasSize(1);
    assertThat(fires.path(0).path("id")).isEqualTo(triggered.json().path("id"));
    assertThat(one).endsWith(fires.path(0).path("schedule_id").asText());
  }

  @Test
  void oneThatCannotBeReadIsListedWithItsError() {
    server.post(ALL, "{\"name\":\"fine\",\"every\":\"1h\",\"job\":{\"name\":\"j\"}}");
    String id =
        server
            .post(ALL, "{\"name\":\"lost\",\"cron\":\"@daily\",\"job\":{\"name\":\"j\"}}")
            .json()
            .path("id")
            .asText();
    pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                return statement.execute(
                    "UPDATE pulse.schedule SET zone = 'Mars/Olympus' WHERE name = 'lost'");
              }
            });
    JsonNode all = server.get(ALL + "?limit=500").json().path("schedules");
    assertThat(all).anyMatch(each -> each.path("name").asText().equals("fine"));
    JsonNode lost = server.get(ALL + "/" + id).json();
    assertThat(all).contains(lost);
    assertThat(lost.path("error").asText()).contains("Mars/Olympus");
    assertThat(lost.path("job").isNull()).isTrue();
    server.post(ALL + "/" + id + "/resume", "").refused(409, "unreadable", "cannot be read");
    assertThat(server.send(server.request(ALL + "/" + id).DELETE()).status()).isEqualTo(200);
  }

  @Test
  void aPreviewTellsTheNextFires() {
    String body = "{\"name\":\"p\",\"cron\":\"0 0 29 2 *\",\"job\":{\"name\":\"j\"}}";
    JsonNode fires = server.post(ALL + "/preview?count=2", body).json().path("fires");
    assertThat(fires).hasSize(2).allMatch(time -> time.asText().endsWith("-02-29T00:00:00Z"));
    server.post(ALL + "/preview?count=0", body).refused(400, "invalid", "count is between");
    server.post(ALL + "/preview", "{\"name\":\"p\"}").refused(400, "invalid", "is missing");
  }

  @Test
  void aBadExpressionIsRefusedWithItsPlace() {
    Reply refused =
        server.post(ALL, "{\"name\":\"x\",\"cron\":\"0 25 * * *\",\"job\":{\"name\":\"j\"}}");
    refused.refused(400, "invalid", "at position 2");
    assertThat(refused.error().path("details").path("position").asText()).isEqualTo("2");
  }

  @Test
  void whatMakesNoScheduleIsRefused() {
    String job = "\"job\":{\"name\":\"j\"}";
    bad("{\"every\":\"1h\"," + job + "}", "name is missing");
    bad("{\"name\":\"x\"," + job + "}", "at, every or cron is missing");
    bad("{\"name\":\"x\",\"every\":\"1h\"}", "job is missing");
    bad("{\"name\":\"x\",\"every\":\"1h\",\"cron\":\"@daily\"," + job + "}", "exclude each other");
    bad("{\"name\":\"x\",\"every\":\"1h\",\"zone\":\"UTC\"," + job + "}", "zone goes with cron");
    bad("{\"name\":\"x\",\"cron\":\"@daily\",\"zone\":\"Mars\"," + job + "}", "IANA name");
    bad("{\"name\":\"x\",\"every\":\"10ms\"," + job + "}", "every is between 1 second");
    bad("{\"name\":\"x\",\"every\":\"1h\",\"missed\":\"never\"," + job + "}", "missed is coalesce");
    bad("{\"name\":\"x\",\"every\":\"1h\",\"why\":1," + job + "}", "why is not a field here");
    server.get(ALL + "/" + UUID.randomUUID()).refused(404, "not_found", "there is no schedule");
    server
        .post(ALL + "/" + UUID.randomUUID() + "/trigger", "")
        .refused(404, "not_found", "there is");
    server.post(ALL, "{\"name\":\"taken\",\"every\":\"1h\"," + job + "}");
    server
        .post(ALL, "{\"name\":\"taken\",\"every\":\"1h\"," + job + "}")
        .refused(409, "name_taken", "another schedule with that name");
  }

  private void bad(String body, String message) {
    server.post(ALL, body).refused(400, "invalid", message);
  }

  private Reply patch(String path, String body) {
    return server.send(server.request(path).method("PATCH", BodyPublishers.ofString(body)));
  }
}
