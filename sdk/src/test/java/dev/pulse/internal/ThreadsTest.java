package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  @Test
  void jobsRunOnVirtualThreadsWhereTheJvmHasThem() throws Exception {
    ExecutorService threads = Threads.perJob();
    Thread thread = threads.submit(Thread::currentThread).get(60, TimeUnit.SECONDS);
    threads.shutdown();
    boolean virtual = Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS;
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getClass().getSimpleName()).isEqualTo(virtual ? "VirtualThread" : "Thread");
  }

  @Test
  void theTestsRunOnTheJavaThatTheBuildAskedFor() {
    int expected = Integer.getInteger("pulse.expected-java", Runtime.version().feature());
    assertThat(Runtime.version().feature()).isEqualTo(expected);
  }
}
