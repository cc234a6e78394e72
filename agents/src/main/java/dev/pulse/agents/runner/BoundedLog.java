package dev.pulse.agents.runner;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The output of an attempt on disk: its beginning and its end, however much there was in between
 * (A7). The end goes round in a part of the file that never grows; closing puts it in order. A disk
 * that is full costs the log, never the attempt.
 */
final class BoundedLog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(BoundedLog.class);

  static final int HEAD = 1 << 20;
  static final int TAIL = 3 << 20;

  private final @Nullable RandomAccessFile file;
  private final int head;
  private final int tail;
  private long written;
  private boolean broken;

  private BoundedLog(@Nullable RandomAccessFile file, int head, int tail) {
    this.file = file;
    this.head = head;
    this.tail = tail;
    this.broken = file == null;
  }

  static BoundedLog create(Path path, int head, int tail) {
    try {
      Files.createDirectories(path.getParent());
      var file = new RandomAccessFile(path.toFile(), "rw");
      file.setLength(0);
      return new BoundedLog(file, head, tail);
    } catch (IOException e) {
      log.warn("no log {}: {}", path, e.toString());
      return new BoundedLog(null, head, tail);
    }
  }

  synchronized void write(byte[] bytes, int length) {
    RandomAccessFile disk = file;
    if (broken || disk == null) {
      return;
    }
    try {
      int done = 0;
      while (done < length) {
        long room = written < head ? head - written : tail - turn();
        int part = (int) Math.min(room, length - done);
        disk.seek(written < head ? written : head + turn());
        disk.write(bytes, done, part);
        written += part;
        done += part;
      }
    } catch (IOException e) {
      broken = true;
    }
  }

  /** Where in the round part the next byte goes. */
  private long turn() {
    return (written - head) % tail;
  }

  @Override
  public synchronized void close() {
    RandomAccessFile disk = file;
    if (disk == null) {
      return;
    }
    try (disk) {
      long dropped = written - head - tail;
      if (!broken && dropped > 0) {
        order(disk, dropped);
      }
    } catch (IOException e) {
      broken = true;
    }
  }

  private void order(RandomAccessFile disk, long dropped) throws IOException {
    byte[] round = new byte[tail];
    disk.seek(head);
    disk.readFully(round);
    int from = (int) turn();
    disk.seek(head);
    disk.write("\n… %d bytes left out …\n".formatted(dropped).getBytes(StandardCharsets.UTF_8));
    disk.write(round, from, tail - from);
    disk.write(round, 0, from);
  }
}
