package dev.pulse.agents.relay;

import static org.awaitility.Awaitility.await;

import dev.pulse.Pulse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A home with a relay at work on it. */
final class RelayHome implements AutoCloseable {
  static final Duration SOON = Duration.ofMinutes(1);

  final Path home;
  final Folders folders;
  final Map<String, Map<String, Object>> board = new ConcurrentHashMap<>();
  private final Pulse pulse;
  private Relay relay;

  RelayHome(Path home, Pulse pulse) throws Exception {
    this.home = home.toRealPath();
    this.folders = new Folders(this.home).made();
    this.pulse = pulse;
    start();
  }

  void start() throws Exception {
    relay =
        Relay.start(
            pulse,
            home,
            agent ->
                agent.equals("shell") || Files.exists(home.resolve("agents/" + agent + ".md"))
                    ? Optional.of(List.of("of-" + agent))
                    : Optional.empty(),
            new PlanBoard() {
              @Override
              public void put(String plan, Map<String, Object> document) {
                board.put(plan, document);
              }

              @Override
              public void remove(String plan) {
                board.remove(plan);
              }

              @Override
              public Set<String> shownBy(String relay) {
                return Set.copyOf(board.keySet());
              }
            });
  }

  void stop() {
    relay.close();
  }

  Path active(String name) {
    return folders.active().resolve(name + ".md");
  }

  /** As a person does it: written elsewhere, then moved. */
  Path activate(String name, String text) throws IOException {
    Path draft = Files.writeString(folders.drafts().resolve(name + ".md"), text);
    return Files.move(draft, active(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** As an editor does it: the whole file, in place. */
  void edit(String name, String from, String to) throws IOException {
    Files.writeString(active(name), Files.readString(active(name)).replace(from, to));
  }

  String awaitActive(String name, Predicate<String> text) {
    return await().atMost(SOON).until(() -> read(active(name)), it -> it != null && text.test(it));
  }

  /** The text of the plan once it is among the completed ones. */
  String awaitCompleted(String name) {
    return awaitIn(name, this::completed);
  }

  String awaitFailed(String name) {
    return awaitIn(name, () -> in(folders.failed()));
  }

  private interface Listing {
    List<Path> files() throws IOException;
  }

  private String awaitIn(String name, Listing listing) {
    return await()
        .atMost(SOON)
        .until(
            () -> {
              for (Path file : listing.files()) {
                if (file.getFileName().toString().startsWith(name)) {
                  return Files.readString(file);
                }
              }
              return null;
            },
            text -> text != null);
  }

  List<Path> completed() {
    try {
      return folders.completedPlans();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  static String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  @Override
  public void close() {
    relay.close();
  }
}
