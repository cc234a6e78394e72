package dev.pulse.benchmarks.peers;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The folder where npm puts what the contestants on Node need, beside our drivers of them. */
final class NodePackages {
  private static final List<String> FILES =
      List.of("package.json", "driver.mjs", "graphile.mjs", "pgboss.mjs");

  private NodePackages() {}

  /** Made at the first call, below the build's folder. */
  static synchronized Path folder() throws IOException, InterruptedException {
    Path folder = Path.of(System.getProperty("bench.target", "target"), "node").toAbsolutePath();
    Files.createDirectories(folder);
    boolean fetched = Files.isDirectory(folder.resolve("node_modules/pg-boss"));
    for (String file : FILES) {
      try (InputStream in = NodePackages.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IOException("no " + file + " in this build");
        }
        Files.copy(in, folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    if (!fetched) {
      fetch(folder);
    }
    return folder;
  }

  private static void fetch(Path folder) throws IOException, InterruptedException {
    System.err.println("fetching graphile-worker and pg-boss by npm");
    Process npm =
        new ProcessBuilder("npm", "install", "--no-audit", "--no-fund", "--loglevel=error")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (npm.waitFor() != 0) {
      throw new IOException("npm: " + said.strip().lines().reduce("", (_, line) -> line));
    }
  }
}
