package dev.pulse.examples;

import dev.pulse.JobHandle;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;

/** Stops the handing out of a topic's jobs, and lets them go again. */
public final class HoldingBack {
  private HoldingBack() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857");
        Worker _ =
            pulse.worker().topic("mail").handle("email", job -> Outcome.done("sent")).start()) {
      // docs:pause
      pulse.pause("mail", "the provider is down");
      JobHandle waiting = pulse.submit("email", null, options -> options.topic("mail"));
      System.out.println(pulse.explain(waiting.id()).reasons().get(0).code());
      pulse.resume("mail");
      System.out.println(waiting.await(Duration.ofSeconds(30)).status());
      // end
    }
  }
}
