package dev.pulse.server.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The Postgres programs: those of an installation, or those that travel with us as an archive. */
public record PostgresBinaries(Path home) {

  /** Programs already on this machine, such as {@code /usr/lib/postgresql/15}. */
  public static PostgresBinaries installed(Path home) {
    if (!Files.isExecutable(home.resolve("bin/postgres"))) {
      throw new PostgresTrouble("no Postgres programs in " + home);
    }
    return new PostgresBinaries(home);
  }

  /**
   * Unpacks our own archive below {@code cache}, once per archive: the folder is named by its
   * digest and appears by a rename, so it is whole or absent and any number of processes may race.
   */
  public static PostgresBinaries unpacked(Path cache) {
    String archive = archiveName();
    try {
      Path home = cache.resolve("postgres-" + digest(archive));
      if (!Files.isDirectory(home)) {
        Files.createDirectories(cache);
        Path fresh = Files.createTempDirectory(cache, "unpacking-");
        unpack(archive, fresh);
        moveIntoPlace(fresh, home);
      }
      return new PostgresBinaries(home);
    } catch (IOException e) {
      throw new PostgresTrouble("cannot unpack Postgres below " + cache + ": " + e.getMessage(), e);
    }
  }

  Path program(String name) {
    return home.resolve("bin").resolve(name);
  }

  private static String archiveName() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String arch = System.getProperty("os.arch");
    boolean arm = arch.equals("aarch64");
    String name =
        os.contains("mac")
            ? "postgres-darwin-" + (arm ? "arm_64" : "x86_64") + ".txz"
            : "postgres-linux-" + (arm ? "arm_64" : "x86_64") + ".txz";
    if (PostgresBinaries.class.getResource("/" + name) == null) {
      throw new PostgresTrouble(
          "no embedded Postgres for " + os + " on " + arch + ": give your own with --database-url");
    }
    return name;
  }

  private static InputStream open(String archive) {
    InputStream in = PostgresBinaries.class.getResourceAsStream("/" + archive);
    if (in == null) {
      throw new PostgresTrouble("the archive " + archive + " is not on the class path");
    }
    return new BufferedInputStream(in, 1 << 16);
  }

  private static String digest(String archive) throws IOException {
    try (InputStream in = open(archive);
        var digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      digesting.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digesting.getMessageDigest().digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }

  private static void unpack(String archive, Path into) throws IOException {
    // Hard links may name files that come later in the archive.
    List<TarArchiveEntry> links = new ArrayList<>();
    try (var tar = new TarArchiveInputStream(new XZCompressorInputStream(open(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = within(into, entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else if (entry.isSymbolicLink()) {
          Files.createDirectories(target.getParent());
          Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else if (entry.isLink()) {
          links.add(entry);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(tar, target);
          Files.setPosixFilePermissions(target, permissions(entry.getMode()));
        }
      }
    }
    for (TarArchiveEntry link : links) {
      Files.createLink(within(into, link.getName()), within(into, link.getLinkName()));
    }
  }

  private static Path within(Path folder, String name) throws IOException {
    Path target = folder.resolve(name).normalize();
    if (!target.startsWith(folder)) {
      throw new IOException("the archive names a file outside itself: " + name);
    }
    return target;
  }

  private static Set<PosixFilePermission> permissions(int mode) {
    var permissions = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    permissions.add(PosixFilePermission.GROUP_READ);
    permissions.add(PosixFilePermission.OTHERS_READ);
    if ((mode & 0100) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }

  private static void moveIntoPlace(Path fresh, Path home) throws IOException {
    Files.setPosixFilePermissions(fresh, permissions(0100));
    try {
      Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      // Another process was faster: what it unpacked is the same.
      if (!Files.isDirectory(home)) {
        throw e;
      }
      Folders.delete(fresh);
    }
  }
}
