package dev.pulse.benchmarks;

import dev.pulse.server.job.NewJob;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What it costs to see that a job is one: its args are read as JSON, and never kept as a tree. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ArgsCheck {
  @Param({"100", "10000"})
  public int bytes;

  private String args = "";

  @Setup
  public void write() {
    var text = new StringBuilder("{\"customer\":123456789,\"tags\":[\"welcome-back\"");
    while (text.length() < bytes - 2) {
      text.append(",\"spring \\u00fc\"");
    }
    args = text.append("]}").toString();
  }

  @Benchmark
  public NewJob checked() {
    return NewJob.draft("noop").args(args).build();
  }
}
