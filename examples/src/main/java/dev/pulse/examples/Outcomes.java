package dev.pulse.examples;

import dev.pulse.Backoff;
import dev.pulse.Job;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Every way an attempt can end, and a handler that may safely be repeated. */
public final class Outcomes {
  record Print(String document) {}

  record Charge(long cents) {}

  private Outcomes() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857");
        Worker _ = printer(pulse);
        Worker _ = cashier(pulse)) {
      for (String document : new String[] {"letter", "blank", "jam", "novel"}) {
        Job job =
            pulse
                .submit(
                    "print",
                    new Print(document),
                    options ->
                        options
                            .topic("printer")
                            .maxAttempts(2)
                            .backoff(Backoff.fixed(Duration.ofMillis(100))))
                .await(Duration.ofSeconds(30));
        System.out.println(document + ": " + job.status() + " after " + job.attempts());
      }
      pulse
          .submit("charge", new Charge(100), options -> options.topic("cash"))
          .await(Duration.ofSeconds(30));
    }
  }

  private static Worker printer(Pulse pulse) {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    // docs:outcomes
    return pulse
        .worker()
        .topic("printer")
        .handle(
            "print",
            Print.class,
            (print, job) ->
                switch (print.document()) {
                  case "letter" -> Outcome.done("1 page");
                  case "blank" -> Outcome.failForGood("there is nothing to print");
                  case "jam" -> Outcome.fail("paper jam at attempt " + job.attempt());
                  default ->
                      seen.add(print.document())
                          ? Outcome.snooze(Duration.ofMillis(200))
                          : Outcome.done("800 pages");
                })
        .start();
    // end
  }

  private static Worker cashier(Pulse pulse) {
    // docs:at-least-once
    Set<String> charged = ConcurrentHashMap.newKeySet(); // in earnest: a table with a unique key
    return pulse
        .worker()
        .topic("cash")
        .handle(
            "charge",
            Charge.class,
            (charge, job) -> {
              if (charged.add("charge-" + job.id())) {
                System.out.println("charged " + charge.cents());
              }
              return Outcome.done();
            })
        .start();
    // end
  }
}
