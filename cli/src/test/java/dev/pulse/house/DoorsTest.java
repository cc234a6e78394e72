package dev.pulse.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * One door per package: what is public is listed in {@code doors.txt}, so that another public type
 * is a decision and not an accident. A type that need not be seen from outside is made
 * package-private; one that must is added to the list.
 */
class DoorsTest {
  /** {@code api} is generated from the wire contract. */
  private static final List<String> ROOMS =
      List.of("sdk", "server", "testing", "agents", "dashboard", "cli");

  @Test
  void onlyListedTypesArePublic() throws IOException {
    var unlisted = new TreeSet<>(publicTypes());
    unlisted.removeAll(listed());
    assertThat(unlisted).as("public, but not in doors.txt").isEmpty();
  }

  @Test
  void everyListedTypeIsPublic() throws IOException {
    var closed = new TreeSet<>(listed());
    closed.removeAll(publicTypes());
    assertThat(closed).as("in doors.txt, but not public").isEmpty();
  }

  private static TreeSet<String> publicTypes() {
    Path root = Repository.root();
    var types = new TreeSet<String>();
    new ClassFileImporter()
            .importPaths(
                ROOMS.stream().map(room -> root.resolve(room).resolve("target/classes")).toList())
            .stream()
            .filter(JavaClass::isTopLevelClass)
            .filter(type -> !isTemplate(type))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .map(JavaClass::getName)
            .forEach(types::add);
    return types;
  }

  /** The build makes them of {@code *.jte}; they must be public for the engine that calls them. */
  private static boolean isTemplate(JavaClass type) {
    return type.getSimpleName().matches("Jte[a-z0-9]+Generated");
  }

  /** A line at the margin names a package, indented words its public types, # begins a remark. */
  private static TreeSet<String> listed() throws IOException {
    try (var in = DoorsTest.class.getResourceAsStream("doors.txt")) {
      var types = new TreeSet<String>();
      String room = "";
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        String words = line.replaceFirst("#.*", "");
        if (words.isBlank()) {
          continue;
        }
        if (!Character.isWhitespace(words.charAt(0))) {
          room = words.strip();
          continue;
        }
        for (String type : words.strip().split("\\s+")) {
          types.add(room + "." + type);
        }
      }
      return types;
    }
  }
}
