package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pulse.house.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code pulse up} as people run it: from the launcher, ended by signals. */
class UpIT {
  private static final String NOBODY = "65534";
  private static final Duration SOON = Duration.ofMinutes(1);
  private static List<String> anyPort;

  @TempDir Path folder;

  @BeforeAll
  static void findOptions() throws Exception {
    Launched.builtJustNow(Repository.root());
    try (var help = Launched.pulse("up", "--help")) {
      assertThat(help.exit()).isZero();
      boolean listens = help.out().stream().anyMatch(line -> line.contains("--listen"));
      anyPort = listens ? List.of("--listen", "127.0.0.1:0") : List.of();
    }
  }

  @AfterEach
  void stopWhatAFailedTestLeft() throws IOException {
    postgres().ifPresent(ProcessHandle::destroy);
  }

  @Test
  void terminatedItPutsEverythingAwayAndEndsWell() throws Exception {
    try (var pulse = up().awaitUp()) {
      ProcessHandle postgres = postgres().orElseThrow();
      assertThat(pulse.terminate()).as("exit code; it said " + pulse.err()).isZero();
      assertThat(postgres.onExit()).as("Postgres ends").succeedsWithin(SOON);
      assertThat(pidFile()).doesNotExist();
    }
  }

  @Test
  void aSecondOneOnTheSameHomeIsRefusedInOneLine() throws Exception {
    try (var first = up().awaitUp();
        var second = up()) {
      assertThat(second.exit()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.err()).singleElement().asString().contains("pid " + first.pid());
      assertThat(postgres()).as("the first goes on").isPresent();
    }
  }

  @Test
  void killedItComesBackWithItsDataAndWithoutItsOrphan() throws Exception {
    ProcessHandle orphan;
    try (var first = up().awaitUp()) {
      assertThat(answer("SELECT length(pulse.enqueue('kept')::text)")).isEqualTo(36);
      orphan = postgres().orElseThrow();
      assertThat(first.kill()).isEqualTo(137);
      assertThat(orphan.isAlive()).as("Postgres is left behind").isTrue();
    }
    try (var second = up().awaitUp()) {
      assertThat(orphan.onExit()).as("the orphan ends").succeedsWithin(SOON);
      assertThat(postgres().orElseThrow()).isNotEqualTo(orphan);
      assertThat(answer("SELECT count(*) FROM pulse.jobs WHERE name = 'kept'")).isEqualTo(1);
      assertThat(second.terminate()).isZero();
    }
  }

  @Test
  void itBringsTheRelayAlong() throws Exception {
    try (var pulse = up().awaitUp()) {
      Path drafts = folder.resolve("plans/drafts");
      Files.writeString(
          drafts.resolve("gate.md"),
          "**Scheduler:** pulse\n\n### Component 1: Look\n**Status:** COMPLETED\n**Agent:** HUMAN\n");
      Files.move(drafts.resolve("gate.md"), folder.resolve("plans/active/gate.md"));
      await().atMost(SOON).until(() -> !Files.exists(folder.resolve("plans/active/gate.md")));
      assertThat(folder.resolve("plans/completed")).isNotEmptyDirectory();
      assertThat(pulse.terminate()).as("exit code; it said " + pulse.err()).isZero();
    }
  }

  /** C1: within a minute everything of the demo has moved, and a word finishes its plan. */
  @Test
  void theDemoLivesAndWaitsForAPerson() throws Exception {
    Path home = folder.resolve("demo-home");
    var arguments = new ArrayList<>(List.of("up", "--demo", "--home", home.toString()));
    arguments.addAll(anyPort);
    try (var pulse = Launched.pulse(arguments.toArray(String[]::new)).awaitUp()) {
      String server = pulse.out().getFirst().replace("pulse is up: http://", "");
      Path plan = home.resolve("plans/active/demo.md");
      Path diary = home.resolve("demo/diary.txt");
      await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(diary));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.readString(plan).contains("**Status:** COMPLETED"));
      assertThat(Files.readString(plan)).contains("**Agent:** HUMAN").contains("PENDING");
      assertThat(home.resolve("fleet.org")).content().contains("demo-wren");
      assertThat(home.resolve("plans/drafts/hello.md")).as("samples are there too").exists();
      await().atMost(SOON).until(() -> said(server, "waits").contains("approve"));
      await()
          .atMost(SOON)
          .until(() -> said(server, "jobs", "list", "--topic", "demo").contains("COMPLETED"));
      try (var approve = Launched.pulse("plan", "approve", "demo", "--home", home.toString())) {
        assertThat(approve.exit()).as("it said " + approve.err()).isZero();
      }
      await().atMost(SOON).until(() -> !Files.exists(plan));
      assertThat(home.resolve("demo/loud.txt")).content().contains("HELLO");
      assertThat(home.resolve("plans/completed")).isNotEmptyDirectory();
      assertHouseIsBuilt(home, server);
      assertThat(pulse.terminate()).as("exit code; it said " + pulse.err()).isZero();
    }
  }

  /** The demo's tasks, slung by their epic: done in order, merged, closed (G5, G6). */
  private static void assertHouseIsBuilt(Path home, String server) throws Exception {
    try (var sling = Launched.pulse("sling", "house-all", "--server", server)) {
      assertThat(sling.exit()).as("it said " + sling.err()).isZero();
      assertThat(String.join("\n", sling.out()))
          .contains("is dispatched to demo-mason", "house-roof  waits for house-walls");
    }
    await().atMost(SOON).until(() -> Files.exists(home.resolve("demo/house/house-roof.md")));
    await()
        .atMost(SOON) // under a heading
        .until(() -> said(server, "task", "list", "--status", "closed").lines().count() == 1 + 3);
    assertThat(home.resolve("demo/house/house-door.md")).content().contains("Paint the door");
  }

  private static String said(String server, String... command) throws Exception {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--server", server));
    try (var pulse = Launched.pulse(arguments.toArray(String[]::new))) {
      assertThat(pulse.exit()).as("it said " + pulse.err()).isZero();
      return String.join("\n", pulse.out());
    }
  }

  @Test
  void anOrdinaryUserMayRunIt() throws Exception {
    assumeTrue(
        "root".equals(System.getProperty("user.name")),
        "not root: every other test here is run by an ordinary user already");
    Path root = folder.resolve("tree");
    copyWhatRuns(root);
    Path home = Files.createDirectory(folder.resolve("somebody"));
    run("chown", "-R", NOBODY + ":" + NOBODY, folder.toString());
    var command = new ArrayList<>(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY));
    command.addAll(List.of("--clear-groups", root.resolve("pulse").toString(), "up"));
    command.addAll(anyPort);
    try (var pulse = Launched.start(command, Map.of("HOME", home.toString())).awaitUp()) {
      assertThat(home.resolve(".pulse/postgres/data/postmaster.pid")).exists();
      assertThat(pulse.terminate()).isZero();
    }
  }

  private Launched up() {
    var arguments = new ArrayList<>(List.of("up", "--home", folder.toString()));
    arguments.addAll(anyPort);
    return Launched.pulse(arguments.toArray(String[]::new));
  }

  private Path pidFile() {
    return folder.resolve("postgres/data/postmaster.pid");
  }

  private Optional<ProcessHandle> postgres() throws IOException {
    return Files.exists(pidFile())
        ? ProcessHandle.of(Long.parseLong(Files.readAllLines(pidFile()).getFirst().strip()))
        : Optional.empty();
  }

  /** Line four of the file is the port. */
  private long answer(String sql) throws IOException, SQLException {
    String port = Files.readAllLines(pidFile()).get(3).strip();
    String password = Files.readString(folder.resolve("postgres/password")).strip();
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/pulse?user=pulse&password=" + password;
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  /** The tree itself may lie where nobody else can read. */
  private static void copyWhatRuns(Path root) throws IOException {
    for (String part : List.of("pulse", ".mvn/find-jdk.sh", "pom.xml", "cli/pom.xml")) {
      copy(Repository.root().resolve(part), root.resolve(part));
    }
    Files.createDirectories(root.resolve("cli/src/main"));
    Path app = Repository.root().resolve("cli/target/app");
    try (Stream<Path> files = Files.walk(app)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        copy(file, root.resolve("cli/target/app").resolve(app.relativize(file)));
      }
    }
    Launched.builtJustNow(root);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
    if (Files.isExecutable(from)) {
      to.toFile().setExecutable(true, false);
    }
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }
}
