package dev.pulse.agents.runner;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Sends signals by {@code kill(2)}. Java itself knows neither groups nor SIGSTOP, and a {@code
 * kill} program cannot be started any more when a fork bomb has taken every process there is.
 */
final class Signals {
  static final int KILL = 9;
  static final int TERM = 15;
  static final int STOP = System.getProperty("os.name", "").startsWith("Mac") ? 17 : 19;

  private static final MethodHandle KILL_2 = kill();

  private Signals() {}

  /**
   * Sends a signal; whoever is gone already does not mind.
   *
   * @param pid negative: every process of that group at once, so that none can fork in between
   */
  static void send(long pid, int signal) {
    if (pid == 0 || pid == 1 || pid == -1) {
      throw new IllegalArgumentException("not one of ours: " + pid);
    }
    try {
      int _ = (int) KILL_2.invokeExact((int) pid, signal);
    } catch (Throwable e) {
      throw new IllegalStateException("kill(2) cannot be called", e);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle kill() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("kill"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }
}
