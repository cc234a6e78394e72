package dev.pulse.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The source tree, without what is built from it. */
public final class Repository {
  private static final Path ROOT = findRoot();
  private static final Set<String> NOT_OURS =
      Set.of(".git", "target", ".idea", ".vscode", ".settings");

  private Repository() {}

  /** The folder that holds the launcher. */
  public static Path root() {
    return ROOT;
  }

  /** Every text file, by its path from the root. */
  static Stream<Text> texts() {
    return Tree.TEXTS.stream();
  }

  /** Read once: nobody edits it meanwhile. */
  private static final class Tree {
    static final List<Text> TEXTS =
        files().stream()
            .map(Repository::text)
            .filter(text -> !text.content().contains("\0"))
            .toList();
  }

  static Stream<Text> texts(String ending) {
    return texts().filter(text -> text.name().endsWith(ending));
  }

  /** Folders directly below the root that hold main code of ours. */
  static List<String> rooms() {
    try (Stream<Path> folders = Files.list(ROOT)) {
      return folders
          .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file as text; what is not UTF-8 reads as a NUL. */
  record Text(Path path, String content) {
    String name() {
      return path.toString().replace('\\', '/');
    }

    List<String> lines() {
      return content.lines().toList();
    }

    boolean isMain() {
      return name().contains("src/main/");
    }

    boolean isTest() {
      return name().contains("src/test/");
    }
  }

  private static Text text(Path file) {
    try {
      return new Text(ROOT.relativize(file), Files.readString(file));
    } catch (CharacterCodingException e) {
      return new Text(ROOT.relativize(file), "\0");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files() {
    var files = new ArrayList<Path>();
    try {
      Files.walkFileTree(
          ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_OURS.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (attributes.isRegularFile() && !file.equals(ROOT.resolve(".git"))) {
                files.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files.stream().sorted().toList();
  }

  private static Path findRoot() {
    for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("mvnw")) && Files.exists(folder.resolve("pulse"))) {
        return folder;
      }
    }
    throw new IllegalStateException("not inside the source tree: " + Path.of("").toAbsolutePath());
  }
}
