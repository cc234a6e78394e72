package dev.pulse.dashboard;

import dev.pulse.JobStatus;
import dev.pulse.NewRun;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;

/** A server as somebody would find it on a working day: something of everything. */
final class Furniture implements AutoCloseable {
  final UUID running;
  final UUID dead;
  final UUID waiting;
  final UUID completed;
  private final List<Worker> workers = new ArrayList<>();
  private volatile boolean known;
  private final CountDownLatch over = new CountDownLatch(1);

  Furniture(Pulse pulse) {
    limits(pulse);
    schedules(pulse);
    pulse
        .runs()
        .start(
            NewRun.of("release 4.2")
                .node(new NewRun.Node("approve", null, null, "approve", null, "Ship 4.2 to all?")));
    work(pulse);
    running = pulse.submit("video.transcode", video(0), o -> o.topic("media").limits("gpu")).id();
    pulse.submit("video.transcode", video(1), o -> o.topic("media").limits("gpu"));
    waiting = pulse.submit("video.transcode", video(2), o -> o.topic("media").limits("gpu")).id();
    dead = pulse.submit("invoice.render", Map.of("invoice", 9001), o -> o.topic("billing")).id();
    pulse.submit("invoice.render", Map.of("invoice", 9002), o -> o.topic("billing"));
    pulse.submit("report.yearly", null, o -> o.topic("reports").delay(Duration.ofHours(5)));
    UUID last = dead;
    for (int n = 0; n < 40; n++) {
      last = pulse.submit("mail.send", Map.of("to", n + "@example.org"), o -> o.topic("mail")).id();
    }
    completed = last;
    pulse.submit("agent", agent(), o -> o.topic("agents"));
    await(pulse, dead, JobStatus.DEAD_LETTERED);
    await(pulse, completed, JobStatus.COMPLETED);
    await(pulse, running, JobStatus.RUNNING);
  }

  /** One more dead letter: {@code letter.lost}, or {@code letter.late}, which may arrive later. */
  UUID letterThatDies(Pulse pulse, String name) {
    UUID letter = pulse.submit(name, null, o -> o.topic("mail")).id();
    await(pulse, letter, JobStatus.DEAD_LETTERED);
    return letter;
  }

  /** From now on {@code letter.late} arrives. */
  void tellWhereTheyLive() {
    known = true;
  }

  private static void limits(Pulse pulse) {
    pulse.limits().set("gpu", limit -> limit.maxRunning(2));
    pulse.limits().set("mail-account", limit -> limit.rate(600, Duration.ofMinutes(1)));
    pulse
        .limits()
        .set(
            "search-api",
            limit -> limit.maxRunning(8).pause(Instant.now().plusSeconds(5400), "quota used up"));
  }

  private static void schedules(Pulse pulse) {
    pulse
        .schedules()
        .put(
            "nightly-backup",
            schedule ->
                schedule
                    .cron("0 3 * * *", ZoneId.of("Europe/Berlin"))
                    .job("backup.database", Map.of("target", "s3"), o -> o.topic("ops")));
    pulse
        .schedules()
        .put("digest", s -> s.every(Duration.ofMinutes(15)).job("mail.digest", null, o -> {}));
    pulse.schedules().put("quarterly-report", s -> s.cron("0 8 1 */3 *").job("report.quarter"));
    pulse.schedules().pause("quarterly-report");
  }

  private void work(Pulse pulse) {
    workers.add(
        pulse
            .worker()
            .name("media-1")
            .topic("media")
            .concurrency(4)
            .handle(
                "video.transcode",
                job -> {
                  for (int frame = 0; frame < 40; frame++) {
                    job.log("frame %4d  fps=58.2  bitrate=1820 kbit/s".formatted(frame * 24));
                  }
                  over.await();
                  return Outcome.done();
                })
            .start());
    workers.add(
        pulse
            .worker()
            .name("mailer")
            .topic("mail")
            .topic("billing")
            .concurrency(4)
            .handle("mail.send", job -> Outcome.done(Map.of("message_id", job.id().toString())))
            .handle("letter.lost", _ -> Outcome.failForGood("nobody lives there"))
            .handle(
                "letter.late", _ -> known ? Outcome.done() : Outcome.failForGood("who is that?"))
            .handle("invoice.render", _ -> Outcome.failForGood("customer 4711 has no address"))
            .start());
    workers.add(
        pulse
            .worker()
            .name("runner")
            .topic("agents")
            .handle("agent", _ -> Outcome.done(Map.of("outcome", "DONE", "cost_usd", 0.42)))
            .start());
  }

  private static Map<String, Object> video(int number) {
    return Map.of("file", "talk-%d.mov".formatted(number), "tracks", List.of("en", "de"));
  }

  private static Map<String, Object> agent() {
    return Map.of("agent", "reviewer", "prompt", "Review the change and say what is missing.");
  }

  private static void await(Pulse pulse, UUID job, JobStatus status) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> pulse.job(job).status() == status);
  }

  @Override
  public void close() {
    over.countDown();
    workers.forEach(Worker::close);
  }
}
