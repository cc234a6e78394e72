package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.pulse.Job;
import dev.pulse.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** S1 to S3 on the command line. */
class SchedulesCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static Typed.Answer run(String command, String... words) {
    return on(Typed.at(server.address()), command, words);
  }

  private static Typed.Answer on(Typed typed, String command, String... words) {
    var line = new ArrayList<>(List.of("schedules", command));
    line.addAll(List.of(words));
    return typed.run(line.toArray(String[]::new));
  }

  private static Schedule found(String name) {
    return server.client().schedules().find(name).orElseThrow();
  }

  @Test
  void everyOptionArrives() {
    String job = "--job backup --topic cli-schedules --priority -7 --max-attempts 3 --limit a,b";
    var words = new ArrayList<>(List.of(job.split(" ")));
    words.addAll(List.of("cli-all", "--cron", "0 30 2 * * *", "--zone", "Europe/Berlin"));
    words.addAll(List.of("--missed", "catch_up", "--args", "{\"n\": 12345678901234567890}"));
    words.add("--json");
    var answer = run("add", words.toArray(String[]::new));
    assertThat(answer.exit()).isZero();
    assertThat(answer.json().path("zone").asText()).isEqualTo("Europe/Berlin");
    assertThat(answer.out()).contains("\"args\":{\"n\": 12345678901234567890}");
    Schedule schedule = found("cli-all");
    assertThat(schedule.timing())
        .isEqualTo(new Schedule.Cron("0 30 2 * * *", ZoneId.of("Europe/Berlin")));
    Schedule.Template template = schedule.job();
    assertThat(template.name()).isEqualTo("backup");
    assertThat(template.topic()).isEqualTo("cli-schedules");
    assertThat(template.priority()).isEqualTo(-7);
    assertThat(template.maxAttempts()).isEqualTo(3);
    assertThat(template.limits()).containsExactly("a", "b");
    JsonNode got = run("get", "cli-all", "--json").json();
    assertThat(got).isEqualTo(answer.json());
    assertThat(run("get", schedule.id().toString()).out())
        .contains("cron 0 30 2 * * * Europe/Berlin", "catch_up", "backup", "cli-schedules");
  }

  @Test
  void theJobHasTheSchedulesNameUnlessSaidOtherwise() {
    run("add", "cli-named", "--every", "1h30m");
    assertThat(found("cli-named").job().name()).isEqualTo("cli-named");
    assertThat(found("cli-named").timing()).isEqualTo(new Schedule.Every(Duration.ofMinutes(90)));
  }

  @Test
  void aNameIsTakenOnceUnlessItIsReplaced() {
    assertThat(run("add", "cli-taken", "--every", "1h").out())
        .startsWith("cli-taken next run ")
        .contains("(in ");
    var again = run("add", "cli-taken", "--every", "1h");
    assertThat(again.exit()).isEqualTo(4);
    assertThat(again.err()).contains("another schedule with that name").hasLineCount(1);
    var replaced = run("add", "cli-taken", "--at", "2100-01-31T09:30:00Z", "--replace");
    assertThat(replaced.out()).startsWith("cli-taken next run 2100-01-31T09:30:00Z");
  }

  @Test
  void aDryRunShowsTheNextFiveFiresAndMakesNothing() {
    var leap =
        run("add", "cli-dry", "--cron", "0 12 29 2 *", "--zone", "America/New_York", "--dry-run");
    assertThat(leap.out().lines())
        .hasSize(5)
        .allMatch(line -> line.contains("-02-29T12:00-05:00[America/New_York] (in "));
    var json = run("add", "cli-dry", "--every", "1h", "--dry-run", "--json");
    assertThat(json.json().path("fires")).hasSize(5);
    assertThat(run("get", "cli-dry").exit()).isEqualTo(3);
  }

  @Test
  void aBadExpressionIsRefusedWithItsPlaceAndMakesNothing() {
    var answer = run("add", "cli-bad", "--cron", "0 25 * * *");
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.err()).contains("cron \"0 25 * * *\" at position 2").hasLineCount(1);
    assertThat(server.client().schedules().find("cli-bad")).isEmpty();
  }

  @Test
  void itIsPausedTriggeredResumedAndDeleted() {
    run("add", "cli-life", "--every", "1h", "--topic", "cli-schedules");
    assertThat(run("pause", "cli-life").out()).isEqualTo("cli-life (paused)\n");
    Job job = server.client().job(UUID.fromString(run("trigger", "cli-life").out().strip()));
    assertThat(job.scheduleId()).isEqualTo(found("cli-life").id());
    assertThat(run("resume", "cli-life", "--json").json().path("paused").asBoolean()).isFalse();
    String second = run("trigger", "cli-life", "--json").json().path("id").asText();
    var fires = run("fires", "cli-life", "--limit", "1", "--json").json();
    assertThat(fires.path("jobs").path(0).path("id").asText()).isEqualTo(second);
    String cursor = fires.path("next_cursor").asText();
    assertThat(run("fires", "cli-life", "--cursor", cursor).out())
        .contains(job.id().toString())
        .doesNotContain(second);
    assertThat(run("delete", "cli-life").out()).isEqualTo("cli-life deleted\n");
    var gone = run("delete", "cli-life");
    assertThat(gone.exit()).isEqualTo(3);
    assertThat(gone.err()).contains("there is no schedule cli-life").hasLineCount(1);
    assertThat(server.client().job(job.id()).id()).as("its jobs stay").isEqualTo(job.id());
  }

  @Test
  void theListFitsTheScreenAndPages() {
    for (String name : List.of("cli-list-a", "cli-list-b")) {
      run("add", name, "--cron", "30 2 * * *", "--zone", "Europe/Berlin");
    }
    var wide = Typed.at(server.address()).onTerminal(80, false);
    var answer = on(wide, "list", "--limit", "500");
    assertThat(answer.out()).contains("NAME", "WHEN", "NEXT", "cli-list-a", "cli-list-b");
    assertThat(answer.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    var page = run("list", "--limit", "1", "--json").json();
    String cursor = page.path("next_cursor").asText();
    var next = run("list", "--limit", "1", "--json", "--cursor", cursor).json();
    assertThat(next.path("schedules").path(0).path("name").asText())
        .isGreaterThan(page.path("schedules").path(0).path("name").asText());
  }

  @Test
  void whatIsOverOrCannotBeReadIsToldAsSuch() {
    var past = Instant.parse("2020-01-01T00:00:00Z");
    var at = new Schedule.At(past);
    var id = UUID.randomUUID();
    var over = new Schedule(id, "once", at, null, null, false, null, past, past, past, null);
    assertThat(ScheduleText.line(over, past)).isEqualTo("once (over)");
    var lost = new Schedule(id, "lost", null, null, null, true, past, past, past, past, "no zone");
    assertThat(ScheduleText.line(lost, past)).isEqualTo("lost (unreadable)");
    assertThat(ScheduleText.when(lost.timing())).isEqualTo("?");
    assertThat(DurationText.written(Duration.ofMillis(90_061_001))).isEqualTo("1d1h1m1s1ms");
  }
}
