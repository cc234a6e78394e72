package dev.pulse.examples;

import dev.pulse.Backoff;
import dev.pulse.JobHandle;
import dev.pulse.JobRequest;
import dev.pulse.Json;
import dev.pulse.Pulse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** What can be said about a job, and many jobs at once. */
public final class SubmitOptions {
  record Report(int month) {}

  private SubmitOptions() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    try (Pulse pulse = Pulse.connect(arguments.length > 0 ? arguments[0] : "localhost:7857")) {
      one(pulse);
      onlyOnce(pulse);
      many(pulse);
    }
  }

  private static void one(Pulse pulse) {
    // docs:options
    JobHandle handle =
        pulse.submit(
            "report",
            new Report(1),
            options ->
                options
                    .topic("reports")
                    .priority(5)
                    .delay(Duration.ofMinutes(10))
                    .maxAttempts(3)
                    .backoff(Backoff.doubling(Duration.ofSeconds(5), Duration.ofMinutes(10)))
                    .limits("database"));
    // end
    System.out.println(handle.get().status() + ", limits " + handle.get().limits());
    handle.cancel();
  }

  private static void onlyOnce(Pulse pulse) {
    // docs:idempotent
    UUID id = UUID.randomUUID(); // yours: keep it with the order that the job is for
    pulse.submit("invoice", Json.of("{\"order\": 4711}"), options -> options.id(id));
    JobHandle again =
        pulse.submit("invoice", Json.of("{\"order\": 4711}"), options -> options.id(id));
    System.out.println("already there: " + again.existing());
    // end
    again.cancel();

    // docs:unique-key
    JobHandle first = pulse.submit("sync", null, options -> options.uniqueKey("sync-ada"));
    JobHandle second = pulse.submit("sync", null, options -> options.uniqueKey("sync-ada"));
    System.out.println("one job: " + first.id().equals(second.id()));
    // end
    first.cancel();
  }

  private static void many(Pulse pulse) {
    // docs:submit-all
    List<JobRequest> year =
        IntStream.rangeClosed(1, 12)
            .mapToObj(
                month ->
                    JobRequest.of("report", new Report(month), options -> options.topic("reports")))
            .toList();
    List<JobHandle> handles = pulse.submitAll(year);
    // end
    System.out.println(handles.size() + " submitted");
    handles.forEach(JobHandle::cancel);
  }
}
