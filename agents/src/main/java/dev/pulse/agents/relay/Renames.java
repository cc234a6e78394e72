package dev.pulse.agents.relay;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Two renames that Java does not have and Linux does: one that swaps two files, so that whatever
 * stood in the way can still be looked at, and one that never replaces anything.
 */
final class Renames {
  private static final int HERE = -100; // AT_FDCWD
  private static final int NO_REPLACE = 1;
  private static final int EXCHANGE = 2;
  private static final int NO_SUCH_FILE = 2;
  private static final int EXISTS = 17;
  private static final int CROSS_DEVICE = 18;

  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
  private static final Optional<MethodHandle> RENAME = rename();

  private Renames() {}

  /**
   * Swaps the two files, both of which exist.
   *
   * @return false where the system cannot do that
   */
  static boolean swap(Path one, Path other) throws IOException {
    return RENAME.isPresent() && call(RENAME.get(), one, other, EXCHANGE);
  }

  /** Moves the file to where there is none yet; one that is there is never replaced (R11). */
  static void move(Path from, Path to) throws IOException {
    if (RENAME.isPresent() && call(RENAME.get(), from, to, NO_REPLACE)) {
      return;
    }
    if (Files.exists(to)) {
      throw new FileAlreadyExistsException(to.toString());
    }
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException(from + " and " + to + " are not on one file system", e);
    }
  }

  @SuppressWarnings("restricted") // a call of the C library, with the signature of its manual page
  private static Optional<MethodHandle> rename() {
    AddressLayout text = ValueLayout.ADDRESS;
    var signature =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            text,
            ValueLayout.JAVA_INT,
            text,
            ValueLayout.JAVA_INT);
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("renameat2")
        .map(function -> linker.downcallHandle(function, signature, ERRNO));
  }

  private static boolean call(MethodHandle rename, Path from, Path to, int how) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      int answer =
          (int)
              rename.invokeExact(
                  state,
                  HERE,
                  arena.allocateFrom(from.toString()),
                  HERE,
                  arena.allocateFrom(to.toString()),
                  how);
      return answer == 0 || refused(state.get(ValueLayout.JAVA_INT, 0), from, to);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e); // a handle declares Throwable and throws none
    }
  }

  /** False for what means that this system, or the file system, has no such rename. */
  private static boolean refused(int errno, Path from, Path to) throws IOException {
    switch (errno) {
      case NO_SUCH_FILE -> throw new NoSuchFileException(from.toString(), to.toString(), "gone");
      case EXISTS -> throw new FileAlreadyExistsException(to.toString());
      case CROSS_DEVICE ->
          throw new IOException(from + " and " + to + " are not on one file system");
      default -> {
        return false;
      }
    }
  }
}
