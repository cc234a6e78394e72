package dev.pulse.agents.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A plan's file as it was read. It is replaced only while it is still that (R12): the new file is
 * swapped in, and then what came out is compared with what was read. Whatever a person saved up to
 * that instant is found there, and swapped back.
 */
final class PlanFile {
  static final String ENDING = ".md";
  private static final long LARGEST = 16 << 20;
  private static final String TEMPORARY = ".pulse~";
  private static final String UNFINISHED = ".pulse-unfinished~";

  private final Path path;
  private final byte[] bytes;

  private PlanFile(Path path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /** What tells, without reading it, that a file is not the one that was read. */
  record Stamp(@Nullable Object key, FileTime modified, long size) {
    static Stamp of(Path path) throws IOException {
      var attributes =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isSymbolicLink()) {
        throw new Unfit("it is a symbolic link: move the plan itself here");
      }
      if (!attributes.isRegularFile()) {
        throw new Unfit("it is no file");
      }
      if (attributes.size() > LARGEST) {
        throw new Unfit(
            "it has %d MB, more than a plan can have".formatted(attributes.size() >> 20));
      }
      return new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
    }
  }

  /** A file in the folder that cannot be a plan. */
  static final class Unfit extends IOException {
    private static final long serialVersionUID = 1L;

    Unfit(String message) {
      super(message);
    }
  }

  static PlanFile read(Path path) throws IOException {
    Stamp.of(path);
    return new PlanFile(path, Files.readAllBytes(path));
  }

  static boolean isPlan(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(ENDING) && !name.startsWith(".") && name.length() > ENDING.length();
  }

  /** The file's name without its ending. */
  static String name(Path path) {
    String name = path.getFileName().toString();
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  Path path() {
    return path;
  }

  byte[] bytes() {
    return bytes;
  }

  /**
   * Writes these bytes in place of those that were read, durably.
   *
   * @return the file as it is now; empty when somebody changed or moved it, and then nothing was
   *     written
   */
  Optional<PlanFile> replace(byte[] fresh) throws IOException {
    if (Arrays.equals(fresh, bytes)) {
      return Optional.of(this);
    }
    Path temporary = temporary(fresh);
    try {
      write(temporary, fresh);
      if (!swapIn(temporary, fresh)) {
        return Optional.empty();
      }
      sync(folder(path));
      return Optional.of(new PlanFile(path, fresh));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } finally {
      putAway(temporary);
    }
  }

  private boolean swapIn(Path temporary, byte[] fresh) throws IOException {
    if (!Arrays.equals(Files.readAllBytes(path), bytes)) {
      return false;
    }
    if (!Renames.swap(temporary, path)) {
      Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
      return true;
    }
    if (Arrays.equals(Files.readAllBytes(temporary), bytes)) {
      return true;
    }
    giveBack(temporary, fresh);
    return false;
  }

  /** What was swapped out is a person's, saved a moment ago. */
  private void giveBack(Path temporary, byte[] fresh) throws IOException {
    Renames.swap(temporary, path);
    if (!Arrays.equals(Files.readAllBytes(temporary), fresh)) {
      Renames.swap(temporary, path); // and saved once more meanwhile: the later one stays
    }
  }

  /** Moves the file, if it is still what was read, to where no other is. */
  boolean move(Path target) throws IOException {
    try {
      Files.createDirectories(folder(target));
      Renames.move(path, target);
    } catch (NoSuchFileException e) {
      return false;
    }
    if (!Arrays.equals(Files.readAllBytes(target), bytes)) {
      moveBack(target);
      return false;
    }
    sync(folder(target));
    sync(folder(path));
    return true;
  }

  private void moveBack(Path target) throws IOException {
    try {
      Renames.move(target, path);
    } catch (FileAlreadyExistsException e) {
      // Saved once more, in the old place: that one is worked on, and this one stays to be found.
    }
  }

  /** Puts away what a killed process left in the middle of a replacement. */
  static void recover(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder, UNFINISHED + "*")) {
      for (Path unfinished : files) {
        Files.delete(unfinished);
      }
    }
    try (var files = Files.newDirectoryStream(folder, TEMPORARY + "*")) {
      for (Path temporary : files) {
        putAway(temporary);
      }
    }
  }

  /**
   * The name of a temporary file tells what had been read and what was to be written. Anything else
   * in it is what a person saved, and goes back to its place, or beside it where that is taken.
   */
  private static void putAway(Path temporary) throws IOException {
    if (!Files.exists(temporary)) {
      return;
    }
    String[] parts = temporary.getFileName().toString().split("~", 4);
    String mark = mark(Files.readAllBytes(temporary));
    if (parts.length < 4 || mark.equals(parts[1]) || mark.equals(parts[2])) {
      Files.delete(temporary);
      return;
    }
    Path path = temporary.resolveSibling(parts[3]);
    boolean oursIsThere =
        Files.isRegularFile(path) && mark(Files.readAllBytes(path)).equals(parts[2]);
    Files.move(
        temporary,
        oursIsThere ? path : temporary.resolveSibling(parts[3] + "." + mark + ".saved"),
        StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path folder(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent(), "a file is in a folder");
  }

  private Path temporary(byte[] fresh) {
    return folder(path)
        .resolve(TEMPORARY + mark(bytes) + "~" + mark(fresh) + "~" + path.getFileName());
  }

  private static String mark(byte[] bytes) {
    var sum = new CRC32C();
    sum.update(bytes);
    return HexFormat.of().toHexDigits((int) sum.getValue());
  }

  /** It gets its name when it is whole, so that a torn one is never taken for a person's. */
  private void write(Path temporary, byte[] fresh) throws IOException {
    Path unfinished = temporary.resolveSibling(UNFINISHED + path.getFileName());
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      var content = ByteBuffer.wrap(fresh);
      while (content.hasRemaining()) {
        channel.write(content);
      }
      likeTheOld(unfinished);
      channel.force(true);
      Files.move(unfinished, temporary, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  /** A plan that others may write, they may write afterwards too. */
  private void likeTheOld(Path temporary) throws IOException {
    PosixFileAttributes old = Files.readAttributes(path, PosixFileAttributes.class);
    var view = Files.getFileAttributeView(temporary, PosixFileAttributeView.class);
    PosixFileAttributes now = view.readAttributes();
    view.setPermissions(old.permissions());
    if (!now.owner().equals(old.owner()) || !now.group().equals(old.group())) {
      try {
        view.setOwner(old.owner());
        view.setGroup(old.group());
      } catch (IOException e) {
        // Only root may give files away; the permissions have been kept at least.
      }
    }
  }

  private static void sync(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
