package dev.pulse.examples;

import dev.pulse.Missed;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Schedule;
import dev.pulse.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;

/** Jobs that are submitted when their time comes. */
public final class Scheduling {
  record Report(String of) {}

  private Scheduling() {}

  /** Takes the server's address. */
  public static void main(String... arguments) throws InterruptedException {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857")) {
      declare(pulse);
      preview(pulse);
      fire(pulse);
    }
  }

  private static void declare(Pulse pulse) {
    // docs:schedule-put
    Schedule nightly =
        pulse
            .schedules()
            .put(
                "nightly-report",
                s ->
                    s.cron("0 4 * * *", ZoneId.of("Europe/Berlin"))
                        .missed(Missed.SKIP)
                        .job("report", new Report("all"), job -> job.topic("reports")));
    // end
    Instant next = nightly.nextRunAt();
    if (next != null) {
      System.out.println("next " + next.atZone(ZoneId.of("Europe/Berlin")).toLocalTime());
    }
    pulse.schedules().delete("nightly-report");
  }

  private static void preview(Pulse pulse) {
    // docs:schedule-preview
    pulse
        .schedules()
        .preview(3, s -> s.cron("0 12 29 2 *").job("report"))
        .forEach(
            time -> System.out.println("leap day, " + time.atZone(ZoneOffset.UTC).toLocalTime()));
    // end
  }

  private static void fire(Pulse pulse) throws InterruptedException {
    var seen = new CountDownLatch(2);
    try (Worker _ =
        pulse
            .worker()
            .topic("heartbeat")
            .handle(
                "beat",
                job -> {
                  seen.countDown();
                  return Outcome.done();
                })
            .start()) {
      pulse
          .schedules()
          .put(
              "heartbeat",
              s -> s.every(Duration.ofSeconds(1)).job("beat", null, job -> job.topic("heartbeat")));
      seen.await();
      System.out.println("fired twice: " + (pulse.schedules().fires("heartbeat").count() >= 2));
      pulse.schedules().delete("heartbeat");
    }
  }
}
