package dev.pulse.agents.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Linux's {@code /proc}, which shows groups, sessions and our processes' environments. */
final class ProcCensus implements Census {
  private static final Path PROC = Path.of("/proc");
  private static final byte[] VARIABLE = (Leash.VARIABLE + "=").getBytes(StandardCharsets.US_ASCII);

  @Override
  public List<Sighting> everybody() {
    var seen = new ArrayList<Sighting>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(PROC, ProcCensus::isProcess)) {
      for (Path folder : folders) {
        sighting(folder).ifPresent(seen::add);
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new IllegalStateException("cannot read " + PROC, e);
    }
    return seen;
  }

  private static boolean isProcess(Path folder) {
    char first = folder.getFileName().toString().charAt(0);
    return first >= '1' && first <= '9';
  }

  /** Empty: it has gone, or is dead and waits for its parent. */
  private static Optional<Sighting> sighting(Path folder) {
    try {
      String stat = Files.readString(folder.resolve("stat"), StandardCharsets.ISO_8859_1);
      // The second field is the program's name, in which anything may stand, brackets too.
      List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
      char state = fields.getFirst().charAt(0);
      if (state == 'Z' || state == 'X') {
        return Optional.empty();
      }
      return Optional.of(
          new Sighting(
              Long.parseLong(folder.getFileName().toString()),
              Long.parseLong(fields.get(19)),
              Long.parseLong(fields.get(1)),
              Long.parseLong(fields.get(2)),
              Long.parseLong(fields.get(3)),
              leash(folder)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Empty for processes of others, which we may not look into. */
  private static String leash(Path folder) {
    try {
      byte[] environment = Files.readAllBytes(folder.resolve("environ"));
      for (int at = 0; at < environment.length; at = next(environment, at)) {
        if (startsWith(environment, at)) {
          int from = at + VARIABLE.length;
          int length = next(environment, at) - 1 - from;
          return new String(environment, from, length, StandardCharsets.ISO_8859_1);
        }
      }
    } catch (IOException e) {
      return "";
    }
    return "";
  }

  private static boolean startsWith(byte[] environment, int at) {
    if (environment.length - at < VARIABLE.length) {
      return false;
    }
    for (int each = 0; each < VARIABLE.length; each++) {
      if (environment[at + each] != VARIABLE[each]) {
        return false;
      }
    }
    return true;
  }

  /** Where the next variable begins. */
  private static int next(byte[] environment, int at) {
    int end = at;
    while (end < environment.length && environment[end] != 0) {
      end++;
    }
    return end + 1;
  }
}
