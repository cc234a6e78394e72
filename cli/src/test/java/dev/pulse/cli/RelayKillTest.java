package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything in one process, killed fifty times at any moment while it works on a plan (R6, R10,
 * R12): it always finishes, repeats nothing that was recorded, and loses, tears and doubles no
 * file. {@code -Dpulse.kills} says how often, {@code -Dpulse.seed} when.
 */
@Tag("slow")
class RelayKillTest {
  private static final int KILLS = Integer.getInteger("pulse.kills", 50);
  private static final long SEED = Long.getLong("pulse.seed", System.nanoTime());
  private static final int COMPONENTS = 5 * KILLS;

  @TempDir Path home;
  private boolean hasty;

  @AfterEach
  void stopPostgres() throws Exception {
    postgres().ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void killedAgainAndAgain() throws Exception {
    killAndFinish(false);
  }

  @Test
  void killedAgainAndAgainAndEachTimeTheDatabaseIsGone() throws Exception {
    killAndFinish(true);
  }

  private void killAndFinish(boolean deleteDatabase) throws Exception {
    System.out.println("RelayKillTest: seed " + SEED);
    var random = new Random(SEED);
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(home.resolve("agents/shell.md"), "---\ncommand: [sh]\n---\n");
    int plans = activate(1);
    long start = System.nanoTime();
    for (int kill = 1; kill <= KILLS; kill++) {
      Process process = EverythingProcess.start(home);
      live(process, random);
      process.destroyForcibly().waitFor();
      assertWhole(plans);
      if (deleteDatabase) {
        deleteDatabase();
      }
      if (active().isEmpty()) {
        plans = activate(plans + 1);
      }
    }
    Process last = EverythingProcess.start(home);
    await().atMost(Duration.ofMinutes(5)).until(() -> active().isEmpty());
    last.destroyForcibly().waitFor();
    assertWhole(plans);
    assertThat(completed()).hasSize(plans);
    assertThat(home.resolve("violations"))
        .as("work repeated after its success was recorded")
        .doesNotExist();
    for (int each = 1; each <= COMPONENTS; each++) {
      assertThat(home.resolve("out/%d-%d".formatted(1, each))).exists();
    }
    System.out.printf(
        "RelayKillTest: %d kills%s, %d plans of %d components, %d runs of components, %d s%n",
        KILLS,
        deleteDatabase ? " with the database" : "",
        plans,
        COMPONENTS,
        Files.readAllLines(home.resolve("runs")).size(),
        (System.nanoTime() - start) / 1_000_000_000);
  }

  /**
   * Some lives end while they start, never two in a row. The others end at any moment after they
   * got something done: who is orphaned five times in a row is BLOCKED, and rightly (R10).
   */
  private void live(Process process, Random random) throws Exception {
    hasty = !hasty && random.nextInt(4) == 0;
    if (hasty) {
      assertThat(process.waitFor(random.nextInt(2000), TimeUnit.MILLISECONDS)).isFalse();
      return;
    }
    int before = list("out").size();
    assertThat(process.inputReader().readLine()).isEqualTo("ready");
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> list("out").size() > before || active().isEmpty());
    assertThat(process.waitFor(random.nextInt(1200), TimeUnit.MILLISECONDS)).isFalse();
  }

  private int activate(int number) throws IOException {
    Path draft = home.resolve("plans/drafts/plan-%d.md".formatted(number));
    Files.createDirectories(draft.getParent());
    Files.createDirectories(home.resolve("plans/active"));
    Files.createDirectories(home.resolve("out"));
    Files.writeString(draft, text(number));
    Files.move(draft, home.resolve("plans/active").resolve(draft.getFileName()));
    return number;
  }

  /**
   * Each component checks that the one before has delivered and that its own success is not on
   * record.
   */
  private static String text(int plan) {
    var text = new StringBuilder("# Plan 🚀\n\n**Scheduler:** pulsar-relay\n\n");
    for (int each = 1; each <= COMPONENTS; each++) {
      String needs = each == 1 ? "true" : "test -f out/%d-%d || exit 9".formatted(plan, each - 1);
      text.append(
          """
          ### Component %2$d: Step %2$d
          **Status:** PENDING
          **Agent:** shell
          **Deliverable:** out/%1$d-%2$d

          %3$s
          grep -A1 "^### Component %2$d:" "$PULSE_PLAN" | grep COMPLETED >>violations || true
          test -s violations || rm -f violations
          echo %1$d-%2$d >>runs
          sleep 0.03
          echo done >out/%1$d-%2$d

          """
              .formatted(plan, each, needs));
    }
    return text.toString();
  }

  /** Every plan is in exactly one place, and holds every byte that its author wrote. */
  private void assertWhole(int plans) throws IOException {
    for (Path failed : list("plans/failed")) {
      assertThat(Files.readAllLines(failed))
          .as(failed.toString())
          .noneMatch(
              line -> line.matches("\\*\\*(Status:\\*\\* (FAILED|BLOCKED)|Result:\\*\\* [^o]).*"));
    }
    List<Path> all = Stream.concat(active().stream(), completed().stream()).toList();
    assertThat(all).as("files").hasSize(plans);
    for (int plan = 1; plan <= plans; plan++) {
      String name = "plan-" + plan;
      Path file =
          all.stream()
              .filter(each -> each.getFileName().toString().matches(name + "(_.*)?\\.md"))
              .findFirst()
              .orElseThrow();
      assertThat(authored(Files.readString(file))).isEqualTo(authored(text(plan)));
    }
  }

  private static List<String> authored(String text) {
    return text.lines()
        .filter(line -> !line.matches("\\*\\*(Status|Result|Attempt|Activated):\\*\\*.*"))
        .toList();
  }

  private List<Path> active() throws IOException {
    return list("plans/active").stream()
        .filter(file -> file.getFileName().toString().endsWith(".md"))
        .filter(file -> !file.getFileName().toString().startsWith("."))
        .toList();
  }

  private List<Path> completed() throws IOException {
    Path folder = home.resolve("plans/completed");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private List<Path> list(String folder) throws IOException {
    if (!Files.exists(home.resolve(folder))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(home.resolve(folder))) {
      return files.toList();
    }
  }

  private Optional<ProcessHandle> postgres() throws IOException {
    Path pid = home.resolve("postgres/data/postmaster.pid");
    if (!Files.exists(pid) || Files.size(pid) == 0) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(Files.readAllLines(pid).getFirst().strip()));
  }

  private void deleteDatabase() throws Exception {
    Optional<ProcessHandle> postgres = postgres();
    if (postgres.isPresent()) {
      postgres.get().destroyForcibly();
      postgres.get().onExit().get(60, TimeUnit.SECONDS);
    }
    var delete = new ProcessBuilder("rm", "-rf", home.resolve("postgres").toString());
    await().atMost(Duration.ofMinutes(1)).until(() -> delete.start().waitFor() == 0);
  }
}
