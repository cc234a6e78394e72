package dev.pulse.cli;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * The connection that {@code pulse save creds} keeps: {@code ~/.config/pulse/config.json}, readable
 * by its owner alone (C4). Fields of it that are not about the connection survive a save.
 */
final class SavedConnection {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final FileAttribute<?> FILE = PosixFilePermissions.asFileAttribute(OWNER_ONLY);
  private static final FileAttribute<?> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path file;
  private final ObjectNode fields;

  private SavedConnection(Path file, ObjectNode fields) {
    this.file = file;
    this.fields = fields;
  }

  static Path fileIn(Path userHome) {
    return userHome.resolve(".config").resolve("pulse").resolve("config.json");
  }

  static SavedConnection read(Path userHome) {
    Path file = fileIn(userHome);
    try {
      JsonNode tree = MAPPER.readTree(Files.readAllBytes(file));
      if (tree instanceof ObjectNode fields) {
        return new SavedConnection(file, fields);
      }
      throw new Misuse(file + " is not a JSON object");
    } catch (NoSuchFileException e) {
      return new SavedConnection(file, MAPPER.createObjectNode());
    } catch (JacksonException e) {
      throw new Misuse(file + " is not JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new Misuse("cannot read " + file + ": " + e.getMessage());
    }
  }

  Optional<String> field(String name) {
    JsonNode value = fields.get(name);
    if (value == null || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      throw new Misuse("%s: \"%s\" is not a string".formatted(file, name));
    }
    return Optional.of(value.textValue()).filter(text -> !text.isBlank());
  }

  /** Sets a field, or takes it away. */
  SavedConnection with(String name, Optional<String> value) {
    ObjectNode changed = fields.deepCopy();
    value.ifPresentOrElse(text -> changed.put(name, text), () -> changed.remove(name));
    return new SavedConnection(file, changed);
  }

  boolean isOpenToOthers() {
    try {
      return !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file));
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Whoever reads the file finds the old one or the new one, and never one open to others. */
  Path write() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Files.createDirectories(folder, FOLDER);
    Path fresh = Files.createTempFile(folder, "config", ".json", FILE);
    try {
      Files.writeString(fresh, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(fields));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
    return file;
  }
}
