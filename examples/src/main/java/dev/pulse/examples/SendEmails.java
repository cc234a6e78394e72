package dev.pulse.examples;

import dev.pulse.Job;
import dev.pulse.JobHandle;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;

/** A worker and a producer, with args and results as records. */
public final class SendEmails {
  // docs:records
  record Email(String to, String subject) {}

  record Receipt(String to, int attempt) {}

  // end

  private SendEmails() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    String address = arguments.length > 0 ? arguments[0] : "localhost:7857";
    // docs:connect
    try (Pulse pulse = Pulse.connect(address)) {
      run(pulse);
    }
    // end
  }

  private static void run(Pulse pulse) {
    // docs:worker
    Worker worker =
        pulse
            .worker()
            .topic("mail")
            .concurrency(50)
            .handle(
                "email",
                Email.class,
                (email, job) -> {
                  System.out.println("sending \"" + email.subject() + "\" to " + email.to());
                  return Outcome.done(new Receipt(email.to(), job.attempt()));
                })
            .start();
    // end

    // docs:submit
    JobHandle handle =
        pulse.submit(
            "email", new Email("ada@example.org", "Hello"), options -> options.topic("mail"));
    // end

    // docs:await
    Job job = handle.await(Duration.ofSeconds(30));
    if (job.status() == JobStatus.COMPLETED) {
      Receipt receipt = handle.result(Receipt.class).orElseThrow();
      System.out.println("sent to " + receipt.to() + " at attempt " + receipt.attempt());
    } else {
      System.out.println(job.status() + ": " + job.lastError());
    }
    // end

    // docs:close
    worker.close();
    // end
  }
}
