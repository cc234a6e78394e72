package dev.pulse.agents.registry;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The agents of a home: its files {@code agents/<name>.md}. Every question looks at the folder and
 * reads again what changed, so an edit counts at once and nobody has to be told. Who asks often,
 * such as for each component of a plan, asks once for the {@link #names}.
 */
public final class Agents {
  private static final String ENDING = ".md";
  private static final long LARGEST = 1 << 20;

  private final Path home;
  private final Path folder;
  private SortedMap<String, Entry> entries = new TreeMap<>();

  private Agents(Path home) {
    this.home = home.toAbsolutePath().normalize();
    this.folder = this.home.resolve("agents");
  }

  /** The agents of a home, which need not have any yet. */
  public static Agents in(Path home) {
    return new Agents(home);
  }

  /** The agent of that name, if its file can be used. */
  public Optional<Agent> find(String name) {
    return Optional.ofNullable(look().get(name)).flatMap(entry -> entry.reading.agent());
  }

  /** The names of the agents that can be used, in order. */
  public SortedSet<String> names() {
    var names = new TreeSet<String>();
    list().forEach(agent -> names.add(agent.name()));
    return names;
  }

  /** The agents that can be used, by name. */
  public List<Agent> list() {
    return readings().map(AgentFile.Reading::agent).flatMap(Optional::stream).toList();
  }

  /** What is wrong with the files, file by file. */
  public List<Problem> problems() {
    return readings().map(AgentFile.Reading::problems).flatMap(Collection::stream).toList();
  }

  /** Where the files are. */
  public Path folder() {
    return folder;
  }

  private Stream<AgentFile.Reading> readings() {
    return look().values().stream().map(Entry::reading);
  }

  /** What tells that a file is not the one that was read. */
  private record Stamp(@Nullable Object key, FileTime modified, long size) {}

  private record Entry(@Nullable Stamp stamp, AgentFile.Reading reading) {}

  private synchronized SortedMap<String, Entry> look() {
    var seen = new TreeMap<String, Entry>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String fileName = file.getFileName().toString();
        if (fileName.endsWith(ENDING) && !fileName.startsWith(".") && !isReadme(fileName)) {
          String name = fileName.substring(0, fileName.length() - ENDING.length());
          entry(file, name).ifPresent(entry -> seen.put(name, entry));
        }
      }
    } catch (NoSuchFileException e) {
      seen.clear(); // a home without agents
    } catch (IOException e) {
      return entries; // what was known holds until the folder can be read again
    }
    entries = seen;
    return seen;
  }

  /** The files may come with a word about them. */
  private static boolean isReadme(String fileName) {
    return fileName.equalsIgnoreCase("readme.md");
  }

  /** Empty: the file has just gone. */
  private Optional<Entry> entry(Path file, String name) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      var stamp = new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
      Entry known = entries.get(name);
      if (known != null && Objects.equals(known.stamp, stamp)) {
        return Optional.of(known);
      }
      return Optional.of(new Entry(stamp, read(file, name, attributes)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.of(new Entry(null, AgentFile.unreadable(file, "not UTF-8 text")));
    } catch (IOException e) {
      return Optional.of(new Entry(null, AgentFile.unreadable(file, "cannot be read: " + e)));
    }
  }

  private AgentFile.Reading read(Path file, String name, BasicFileAttributes attributes)
      throws IOException {
    if (!attributes.isRegularFile()) {
      return AgentFile.unreadable(file, "not a file");
    }
    if (attributes.size() > LARGEST) {
      return AgentFile.unreadable(file, "larger than " + LARGEST + " bytes");
    }
    return AgentFile.read(file, name, Files.readString(file), home);
  }
}
