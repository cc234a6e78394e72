package dev.pulse.agents.keeper;

import dev.pulse.agents.org.OrgFile;
import dev.pulse.agents.org.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads the files in which people say what standing agents do, afresh each time (K2). */
final class Specs {
  private static final long LARGEST = 1 << 20;
  private static final String MARKDOWN = ".md";
  private static final String ORG = ".org";

  private final Path home;
  private final Function<String, Optional<KnownAgent>> agents;

  /**
   * @param agents what the registry knows of an agent, by name
   */
  Specs(Path home, Function<String, Optional<KnownAgent>> agents) {
    this.home = home;
    this.agents = agents;
  }

  Path fleetFile() {
    return home.resolve("fleet.org");
  }

  /** A file that is not there is no empty fleet: it may be on its way. */
  Reading<Fleet> fleet() {
    return read(
        fleetFile(),
        bytes -> new Reading<>(Optional.of(Fleet.read(OrgFile.read(bytes), home)), List.of()));
  }

  Reading<Lifecycle> lifecycle(Path file) {
    return read(file, bytes -> LifecycleReader.read(OrgFile.read(bytes)));
  }

  /** An agent file of the registry, or an org file that says which agent carries it out. */
  Reading<Definition> definition(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    if (name.endsWith(MARKDOWN)) {
      String agent = name.substring(0, name.length() - MARKDOWN.length());
      if (!file.equals(home.resolve("agents").resolve(name))) {
        return refused(1, "an agent file is in agents/, where the runner finds it");
      }
      return known(agent, "", 1);
    }
    if (name.endsWith(ORG)) {
      String stem = name.substring(0, name.length() - ORG.length());
      return read(file, bytes -> definition(OrgFile.read(bytes), bytes, stem));
    }
    return refused(1, "a definition is an .md or an .org file");
  }

  private Reading<Definition> definition(OrgFile file, byte[] bytes, String stem) {
    var named = file.setting("AGENT");
    return known(
        named.isPresent() ? named.get().value() : stem,
        new String(bytes, StandardCharsets.UTF_8),
        named.isPresent() ? named.get().line() : 1);
  }

  private Reading<Definition> known(String agent, String prompt, int line) {
    return agents
        .apply(agent)
        .map(known -> new Reading<>(Optional.of(new Definition(agent, prompt, known)), List.of()))
        .orElseGet(() -> refused(line, "there is no agent '" + agent + "' in agents/"));
  }

  private interface Reader<T> {
    Reading<T> read(byte[] bytes);
  }

  private static <T> Reading<T> read(Path file, Reader<T> reader) {
    try {
      if (Files.size(file) > LARGEST) {
        return refused(1, "larger than " + LARGEST + " bytes");
      }
      return reader.read(Files.readAllBytes(file));
    } catch (NoSuchFileException e) {
      return refused(1, "there is no such file");
    } catch (IOException e) {
      return refused(1, "cannot be read: " + e);
    }
  }

  private static <T> Reading<T> refused(int line, String text) {
    return new Reading<>(Optional.empty(), List.of(new Problem(line, text)));
  }
}
