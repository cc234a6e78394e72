package dev.pulse.agents.keeper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an agent knows of its day across restarts: three small files, each written aside and moved
 * into place (K6). A fourth is there only while a run is under way, so that a restart finds the run
 * again instead of starting another; a fifth only where a state is quarantined (K9).
 */
final class AgentFolder {
  private static final String LAST_RUN = "keeper-last-run";
  private static final String POSITION = "lifecycle-pos";
  private static final String RAN = "lifecycle-ran-";
  private static final String UNDER_WAY = "keeper-run";
  private static final String QUARANTINED = "lifecycle-quarantined-";
  private static final Pattern SECONDS = Pattern.compile("\\d{1,11}");
  private static final Pattern RUN = Pattern.compile("([0-9a-f-]{36}) (\\d{1,11}) (.*)");

  private final Path folder;

  AgentFolder(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(workdir());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A folder of the agent's own to work in. */
  Path workdir() {
    return folder.resolve("work");
  }

  Path log() {
    return folder.resolve("dream.log");
  }

  Optional<Instant> lastRun() {
    return read(LAST_RUN).flatMap(AgentFolder::time);
  }

  void lastRun(Instant time) {
    write(LAST_RUN, Long.toString(time.getEpochSecond()));
  }

  Optional<Position> position() {
    return read(POSITION).flatMap(Position::read);
  }

  void position(Position position) {
    write(POSITION, position.toString());
  }

  Map<String, Instant> ran() {
    var ran = new HashMap<String, Instant>();
    for (String state : endings(RAN)) {
      read(RAN + state).flatMap(AgentFolder::time).ifPresent(time -> ran.put(state, time));
    }
    return ran;
  }

  void ran(String state, Instant time) {
    write(RAN + state, Long.toString(time.getEpochSecond()));
  }

  Set<String> quarantined() {
    return endings(QUARANTINED);
  }

  void quarantine(Set<String> states) {
    Set<String> known = quarantined();
    states.stream().filter(s -> !known.contains(s)).forEach(s -> write(QUARANTINED + s, ""));
    known.stream().filter(s -> !states.contains(s)).forEach(s -> remove(QUARANTINED + s));
  }

  /**
   * A run that was begun and whose outcome has not been entered yet.
   *
   * @param job its job: the same however often it is asked for
   * @param tick when its tick was
   * @param place where the agent stood; the state is empty without a lifecycle
   */
  record Run(UUID job, Instant tick, Position place) {}

  Optional<Run> underWay() {
    return read(UNDER_WAY).flatMap(AgentFolder::run);
  }

  void begin(Run run) {
    String place = run.place().state().isEmpty() ? "" : run.place().toString();
    write(UNDER_WAY, "%s %d %s".formatted(run.job(), run.tick().getEpochSecond(), place));
  }

  void ended() {
    remove(UNDER_WAY);
  }

  private static Optional<Run> run(String text) {
    Matcher run = RUN.matcher(text);
    if (!run.matches()) {
      return Optional.empty();
    }
    Optional<Position> place =
        run.group(3).isEmpty() ? Optional.of(new Position("", 0)) : Position.read(run.group(3));
    return place.map(
        at ->
            new Run(
                UUID.fromString(run.group(1)),
                Instant.ofEpochSecond(Long.parseLong(run.group(2))),
                at));
  }

  private static Optional<Instant> time(String text) {
    return SECONDS.matcher(text.strip()).matches()
        ? Optional.of(Instant.ofEpochSecond(Long.parseLong(text.strip())))
        : Optional.empty();
  }

  private Set<String> endings(String start) {
    var endings = new HashSet<String>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(start))
          .forEach(name -> endings.add(name.substring(start.length())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return endings;
  }

  private Optional<String> read(String name) {
    try {
      return Optional.of(
          new String(Files.readAllBytes(folder.resolve(name)), StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Half a file is never seen: not after a kill, nor after the machine lost its power. */
  private void write(String name, String content) {
    Path aside = folder.resolve("." + name);
    try {
      try (var channel =
          FileChannel.open(
              aside,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        channel.write(StandardCharsets.UTF_8.encode(content));
        channel.force(true);
      }
      Files.move(
          aside,
          folder.resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void remove(String name) {
    try {
      Files.deleteIfExists(folder.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
