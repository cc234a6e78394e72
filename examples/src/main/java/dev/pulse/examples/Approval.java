package dev.pulse.examples;

import static dev.pulse.Outcome.done;
import static dev.pulse.Outcome.failForGood;
import static dev.pulse.Outcome.retryAfter;
import static dev.pulse.Outcome.suspend;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Run;
import dev.pulse.RunType;
import dev.pulse.Signal;
import dev.pulse.Stage;
import dev.pulse.Wait;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A run that drafts an answer, waits for a person to approve it, and publishes it. */
public final class Approval {
  record Ticket(String title) {}

  record Decision(boolean ok, String by) {}

  // docs:run-type
  static final Signal<Decision> APPROVE = Signal.of("approve", Decision.class);

  private final BlockingQueue<Wait> mailbox = new LinkedBlockingQueue<>();

  RunType<Ticket> triage() {
    return RunType.of("triage", Ticket.class)
        .stage("draft", stage -> done("Dear customer, about " + stage.input().title() + "…"))
        .stage("review", this::review)
        .stage("publish", this::publish)
        .build();
  }

  private Outcome review(Stage<Ticket> stage) {
    return stage
        .signal(APPROVE)
        .<Outcome>fold(
            notYet -> {
              Wait wait = stage.arm(APPROVE, Duration.ofDays(3), "Publish the draft?");
              mailbox.add(wait); // a mail with wait.url() in it
              return suspend(APPROVE);
            },
            delivered ->
                delivered.payload() != null && delivered.payload().ok()
                    ? done(delivered.payload())
                    : failForGood("rejected"),
            expired -> retryAfter(Duration.ofHours(1), "no answer"));
  }

  private Outcome publish(Stage<Ticket> stage) {
    Decision decision = stage.result("review", Decision.class).orElseThrow();
    return done(stage.input().title() + " published, approved by " + decision.by());
  }

  // end

  public static void main(String... arguments) throws InterruptedException {
    String address = arguments.length == 0 ? "127.0.0.1:7857" : arguments[0];
    try (Pulse pulse = Pulse.connect(address)) {
      new Approval().run(pulse);
    }
  }

  private void run(Pulse pulse) throws InterruptedException {
    // docs:run-start
    RunType<Ticket> triage = triage();
    try (Worker _ = pulse.worker().run(triage).start()) {
      UUID id = pulse.runs().start(triage, new Ticket("the fire"));
      Wait asked = mailbox.take();
      System.out.println(asked.question());
      pulse.runs().signal(asked.runId(), asked.signal(), new Decision(true, "ann"));
      Run run = pulse.runs().await(id, Duration.ofSeconds(30));
      System.out.println(run.status() + ": " + run.node("publish").result());
    }
    // end
  }
}
