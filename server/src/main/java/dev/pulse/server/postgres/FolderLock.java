package dev.pulse.server.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A folder's one owner. The operating system gives it up when the process dies, however it dies.
 */
final class FolderLock implements AutoCloseable {
  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  static FolderLock take(Path folder) {
    Path file = folder.resolve("lock");
    try {
      var channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        channel.close();
        throw new PostgresTrouble(
            folder
                + " is in use by another pulse (pid "
                + Files.readString(file).strip()
                + "): stop that one or give another --home");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8)));
      return new FolderLock(channel);
    } catch (IOException e) {
      throw new PostgresTrouble("cannot lock " + file + ": " + e.getMessage(), e);
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new PostgresTrouble("cannot release the lock: " + e.getMessage(), e);
    }
  }
}
