package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  private static final String ANY_PORT = "127.0.0.1:0";
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @TempDir Path folder;

  @Test
  void aSoundMachineIsFoundSoundOneLineForEachCheck() {
    String home = folder.resolve("home").toString();
    var typed = Typed.at(server.address());
    var answer = typed.run("doctor", "--home", home, "--listen", ANY_PORT);
    assertThat(answer.exit()).as(answer.out()).isZero();
    assertThat(answer.out().lines()).allMatch(line -> line.matches("(ok|warn|wrong) +\\w+ +.+"));
    assertThat(answer.out()).contains("java", "home", "port", "database", "agents");
    assertThat(answer.out()).contains(server.address() + " answers");
    assertThat(folder.resolve("home")).as("a doctor changes nothing").doesNotExist();
  }

  @Test
  void aServerOfOursMayHaveThePort() {
    var answer =
        Typed.at(server.address())
            .run("doctor", "--home", folder.toString(), "--listen", server.address(), "--json");
    assertThat(verdict(answer, "port")).isEqualTo("ok");
  }

  @Test
  void whatIsWrongIsNamedAndEndsWithExit1() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    var answer =
        Typed.at(server.address())
            .run(
                "doctor",
                "--home",
                file.toString(),
                "--listen",
                ANY_PORT,
                "--database-url",
                "postgres://me@127.0.0.1:1/none",
                "--json");
    assertThat(answer.exit()).isEqualTo(1);
    assertThat(verdict(answer, "home")).isEqualTo("wrong");
    assertThat(verdict(answer, "database")).isEqualTo("wrong");
  }

  @Test
  void aPortThatAnotherProgramHasIsWrong() throws Exception {
    try (var other = new RefusingServer()) {
      var answer =
          Typed.at(server.address())
              .run("doctor", "--home", folder.toString(), "--listen", other.address(), "--json");
      assertThat(answer.exit()).isEqualTo(1);
      assertThat(verdict(answer, "port")).isEqualTo("wrong");
    }
  }

  @Test
  void anAbsentServerIsOnlyAWarning() {
    var answer =
        Typed.at("127.0.0.1:1")
            .run(
                "doctor",
                "--home",
                folder.toString(),
                "--listen",
                ANY_PORT,
                "--timeout",
                "1s",
                "--json");
    assertThat(answer.exit()).isZero();
    assertThat(verdict(answer, "server")).isEqualTo("warn");
  }

  @Test
  void clocksAreJudgedByWhatLiesBetweenThem() {
    var now = Instant.parse("2026-01-31T09:30:00Z");
    assertThat(off(now, now.plusMillis(100))).isEqualTo(Finding.Verdict.OK);
    assertThat(off(now, now.plusSeconds(5))).isEqualTo(Finding.Verdict.WARN);
    assertThat(off(now, now.minusSeconds(60))).isEqualTo(Finding.Verdict.WRONG);
  }

  @Test
  void agentsAreLookedForOnThePath() throws Exception {
    Path agent = Files.writeString(folder.resolve("codex"), "#!/bin/sh\n");
    assertThat(agent.toFile().setExecutable(true)).isTrue();
    assertThat(MachineChecks.agents(folder + ":").text())
        .isEqualTo("found codex; no claude, gemini, opencode, aider");
  }

  private static Finding.Verdict off(Instant ours, Instant theirs) {
    return ClockCheck.between("the database", theirs, ours, ours).verdict();
  }

  private static String verdict(Typed.Answer answer, String check) {
    for (var finding : answer.json().path("findings")) {
      if (finding.path("check").asText().equals(check)) {
        return finding.path("verdict").asText();
      }
    }
    throw new AssertionError("no " + check + " in " + answer.out());
  }
}
