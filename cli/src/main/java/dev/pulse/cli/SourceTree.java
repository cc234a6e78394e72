package dev.pulse.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sources that this program was built from, where it still stands among them. */
final class SourceTree {
  private static final String RUN = "benchmarks/run";

  private SourceTree() {}

  static Optional<Path> around(Class<?> type) {
    @Nullable CodeSource code = type.getProtectionDomain().getCodeSource();
    try {
      Path at = code == null ? null : Path.of(code.getLocation().toURI());
      for (Path folder = at; folder != null; folder = folder.getParent()) {
        if (Files.isExecutable(folder.resolve(RUN)) && Files.exists(folder.resolve("pom.xml"))) {
          return Optional.of(folder);
        }
      }
      return Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Hands over to the measurements beside other queues, which speak for themselves. */
  static ExitCode peers(Path tree, List<String> options, List<String> more)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(tree.resolve(RUN).toString(), "peers.Peers"));
    command.addAll(options);
    command.addAll(more);
    int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
    return exit == 0 ? ExitCode.OK : exit == 2 ? ExitCode.USAGE : ExitCode.FAILED;
  }
}
