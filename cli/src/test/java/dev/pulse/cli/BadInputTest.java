package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One line that names the option and what it takes, exit 2, and nothing sent: with no server there,
 * a command that had tried would have ended with 6.
 */
class BadInputTest {
  private static final String LONG = "x".repeat(501);

  static Stream<Arguments> badInput() {
    return Stream.of(
        bad("--args", "it is not JSON", "submit", "a", "--args", "{"),
        bad("--args", "more follows", "submit", "a", "--args", "1 2"),
        bad("--args", "it is empty", "submit", "a", "--args", ""),
        bad("--args", "no file", "submit", "a", "--args", "@/nonexistent"),
        bad("--args", "it is empty", "submit", "a", "--args", "-"),
        bad("--topic", "1 to 200", "submit", "a", "--topic", LONG),
        bad("--topic", "1 to 200", "submit", "a", "--topic", ""),
        bad("--topic", "control character", "submit", "a", "--topic", "a\u0007"),
        bad("--priority", "between -1000 and 1000", "submit", "a", "--priority", "1001"),
        bad("--priority", "not an int", "submit", "a", "--priority", "high"),
        bad("--delay", "such as 90s", "submit", "a", "--delay", "soon"),
        bad("--delay", "such as 90s", "submit", "a", "--delay", "-5s"),
        bad("--delay", "10 years", "submit", "a", "--delay", "9999d"),
        bad("--at", "such as 2026", "submit", "a", "--at", "tomorrow"),
        bad("--at", "between 1970 and 2200", "submit", "a", "--at", "2300-01-01T00:00:00Z"),
        bad("--at", "exclude", "submit", "a", "--delay", "1s", "--at", "2100-01-01T00:00:00Z"),
        bad("--max-attempts", "between 1 and 1000", "submit", "a", "--max-attempts", "0"),
        bad("--unique-key", "1 to 500", "submit", "a", "--unique-key", LONG),
        bad("--limit", "1 to 200", "submit", "a", "--limit", LONG),
        bad("--id", "not a job id", "submit", "a", "--id", "1-1-1-1-1"),
        bad("NAME", "1 to 200", "submit", LONG),
        bad("NAME", "Missing", "submit"),
        bad("--server", "host:port", "submit", "a", "--server", "a b"),
        bad("--user", "no colon", "submit", "a", "--user", "a:b"),
        bad("--ca", "cannot read /nonexistent", "counts", "--ca", "/nonexistent"),
        bad("--ca", "no certificates", "counts", "--ca", "pom.xml"),
        bad("--jobs", "between 1 and 1000000", "bench", "--jobs", "0"),
        bad("--topic", "1 to 200", "bench", "--topic", ""),
        bad("--concurrency", "between 1 and 10000", "bench", "--concurrency", "0"),
        bad("--timeout", "such as 90s", "counts", "--timeout", "1"),
        bad("--timeout", "longer than 0", "counts", "--timeout", "0s"),
        bad("--status", "pending", "jobs", "list", "--status", "sleeping"),
        bad("--limit", "between 1 and 500", "jobs", "list", "--limit", "501"),
        bad("--name", "1 to 200", "jobs", "list", "--name", LONG),
        bad("--topic", "1 to 200", "dead", "list", "--topic", LONG),
        bad("SCHEDULE", "Missing", "schedules", "pause"),
        bad("SCHEDULE", "1 to 200", "schedules", "get", ""),
        bad("SCHEDULE", "1 to 200", "schedules", "delete", LONG),
        bad("SCHEDULE", "1 to 200", "schedules", "resume", LONG),
        bad("SCHEDULE", "control character", "schedules", "trigger", "a\u0007"),
        bad("--limit", "between 1 and 500", "schedules", "list", "--limit", "0"),
        bad("--limit", "between 1 and 500", "schedules", "fires", "a", "--limit", "501"),
        bad("--every", "exactly one", "schedules", "add", "a"),
        bad("--cron", "exactly one", "schedules", "add", "a", "--every", "1h", "--cron", "@daily"),
        bad("--at", "such as 2026", "schedules", "add", "a", "--at", "noon"),
        bad("--every", "such as 90s", "schedules", "add", "a", "--every", "often"),
        bad("--every", "between 1s and 10 years", "schedules", "add", "a", "--every", "10ms"),
        bad("--cron", "1 to 200", "schedules", "add", "a", "--cron", ""),
        bad(
            "--zone",
            "goes with --cron",
            "schedules",
            "add",
            "a",
            "--every",
            "1h",
            "--zone",
            "UTC"),
        bad("--zone", "such as Europe/Berlin", "schedules", "add", "a", "--zone", "Mars"),
        bad("--missed", "coalesce, skip", "schedules", "add", "a", "--missed", "never"),
        bad("--job", "1 to 200", "schedules", "add", "a", "--every", "1h", "--job", LONG),
        bad("--args", "it is not JSON", "schedules", "add", "a", "--every", "1h", "--args", "{"),
        bad("--topic", "1 to 200", "schedules", "add", "a", "--every", "1h", "--topic", ""),
        bad(
            "--priority",
            "between",
            "schedules",
            "add",
            "a",
            "--every",
            "1h",
            "--priority",
            "1001"),
        bad(
            "--max-attempts",
            "1 and",
            "schedules",
            "add",
            "a",
            "--every",
            "1h",
            "--max-attempts",
            "0"),
        bad("--limit", "1 to 200", "schedules", "add", "a", "--every", "1h", "--limit", LONG),
        bad(
            "--unique-key",
            "Unknown",
            "schedules",
            "add",
            "a",
            "--every",
            "1h",
            "--unique-key",
            "k"),
        bad("--topic", "1 to 200", "dispatch", "pause", "--topic", ""),
        bad("--topic", "1 to 200", "dispatch", "resume", "--topic", LONG),
        bad("--reason", "1 to 500", "dispatch", "pause", "--reason", LONG),
        bad("ID", "not a job id", "jobs", "get", "42"),
        bad("ID", "Missing", "jobs", "cancel"),
        bad("--since", "such as 2026", "dead", "retry", "--since", "1h"),
        bad("--until", "such as 2026", "dead", "purge", "--yes", "--until", "x"),
        bad("--all", "excludes", "dead", "retry", "--all", "--name", "a"),
        bad("--handle", "Missing", "worker", "--topic", "t"),
        bad("--handle", "NAME=COMMAND", "worker", "--handle", "email"),
        bad("--handle", "NAME=COMMAND", "worker", "--handle", "email= "),
        bad("--handle", "two commands", "worker", "--handle", "a=b", "--handle", "a=c"),
        bad("--concurrency", "between 1 and", "worker", "--handle", "a=b", "--concurrency", "0"),
        bad("--grace", "such as 90s", "worker", "--handle", "a=b", "--grace", "x"),
        bad("--snooze", "such as 90s", "worker", "--handle", "a=b", "--snooze", "x"),
        bad("--drain", "such as 90s", "worker", "--handle", "a=b", "--drain", "x"),
        bad("--topic", "1 to 200", "worker", "--handle", "a=b", "--topic", ""),
        bad("--server", "say what", "save", "creds"),
        bad("--server", "host:port", "save", "creds", "--server", "a b"),
        bad("--user", "colon", "save", "creds", "--user", "a:b"),
        bad("--password", "--user", "save", "creds", "--server", "a", "--password", "b"),
        bad("--user", "colon", "passwd", "--user", "a,b"),
        bad("--cost", "between 4 and 20", "passwd", "--cost", "3"),
        bad("password", "empty", "passwd"),
        bad("TASK", "Missing", "sling"),
        bad("--merge", "direct, mr, local", "sling", "a-b", "--merge", "octopus"),
        bad("--merge", "excludes", "sling", "a-b", "--merge", "mr", "--no-merge"),
        bad("--mode", "ralph", "sling", "a-b", "--mode", "wild"),
        bad("--formula", "not a path", "sling", "a-b", "--formula", "../f"),
        bad("--var", "KEY=VALUE", "sling", "a-b", "--var", "x"),
        bad("--agent", "1 to 200", "sling", "a-b", "--agent", ""),
        bad("--project", "where", "task", "add", "a"),
        bad("TITLE", "1 to 500", "task", "add", "", "--project", "p"),
        bad("--status", "in_progress", "task", "list", "--status", "asleep"),
        bad("--limit", "between 1 and", "task", "ready", "--limit", "0"),
        bad("--on", "Missing", "task", "dep", "a-b"),
        bad("FILE", "no file", "task", "import", "/nonexistent"),
        bad("--prefix", "Missing", "project", "add", "shop", "--repository", "."),
        bad("TASK", "Missing", "convoy", "create", "title"),
        bad("--all", "name one task", "scheduler", "clear"),
        bad("--all", "name one task", "scheduler", "clear", "a-b", "--all"),
        bad("--reason", "1 to 500", "scheduler", "pause", "--reason", LONG),
        bad("VALUE", "Missing", "config", "set", "scheduler.max_agents"),
        bad("--topik", "did you mean --topic", "submit", "a", "--topik", "t"),
        bad("job", "did you mean jobs", "job"),
        bad("lst", "did you mean", "jobs", "lst"),
        bad("subcommand", "Missing", "jobs"));
  }

  private static Arguments bad(String named, String rule, String... words) {
    return Arguments.of(named, rule, List.of(words));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("badInput")
  void badInputIsOneLineAndNothingIsSent(String named, String rule, List<String> words) {
    var answer = Typed.at("127.0.0.1:1").run(words.toArray(String[]::new));
    assertThat(answer.err()).startsWith("pulse: ").contains(named, rule).hasLineCount(1);
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.out()).isEmpty();
  }

  @Test
  void argsThatAreNotUtf8AreRefused(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("args"), new byte[] {'"', (byte) 0xff, '"'});
    var answer = Typed.at("127.0.0.1:1").run("submit", "a", "--args", "@" + file);
    assertThat(answer.err()).contains("--args", "UTF-8").hasLineCount(1);
    assertThat(answer.exit()).isEqualTo(2);
  }

  @Test
  void nestingThatTheServerWouldRefuseIsRefusedHere() {
    var answer =
        Typed.at("127.0.0.1:1").run("submit", "a", "--args", "[".repeat(600) + "]".repeat(600));
    assertThat(answer.err()).contains("--args").hasLineCount(1);
    assertThat(answer.exit()).isEqualTo(2);
  }

  @Test
  void idsAndFiltersDoNotMix() {
    var words = new ArrayList<>(List.of("dead", "retry", UUID.randomUUID().toString(), "--all"));
    var answer = Typed.at("127.0.0.1:1").run(words.toArray(String[]::new));
    assertThat(answer.exit()).isEqualTo(2);
  }
}
