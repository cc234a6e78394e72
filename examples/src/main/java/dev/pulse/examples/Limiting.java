package dev.pulse.examples;

import dev.pulse.JobHandle;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;

/** Lets at most two jobs of an account run at once. */
public final class Limiting {
  private Limiting() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857");
        Worker _ = pulse.worker().handle("summarise", job -> Outcome.done("short")).start()) {
      // docs:limits
      pulse.limits().set("claude", limit -> limit.maxRunning(2));
      JobHandle job =
          pulse.submit("summarise", null, options -> options.limits("claude", "team-a"));
      System.out.println(job.await(Duration.ofSeconds(30)).limits());
      // end
    }
  }
}
