package dev.pulse.cli;

import dev.pulse.JobRequest;
import dev.pulse.NewRun;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * A living example: jobs, a schedule, a plan with a gate, a standing agent, a run that waits for a
 * person, a project whose tasks wait to be slung. It needs no network and may be started again:
 * what has an end is not begun twice.
 */
final class Demo {
  private static final String TOPIC = "demo";
  private static final int JOBS = 20;

  private Demo() {}

  /** Before the parts that read them start, so that they find the files at once. */
  static Runnable start(Pulse pulse, Path home) throws IOException {
    HomeFiles.demo(home);
    Worker worker =
        pulse
            .worker()
            .name("demo-worker")
            .topic(TOPIC)
            .concurrency(4)
            .handle("demo.greet", job -> Outcome.done("hello from " + job.id()))
            .handle("demo.build", _ -> Outcome.done(Map.of("artifact", "demo-1.0.tar.gz")))
            .handle("demo.ship", _ -> Outcome.done("shipped"))
            .start();
    pulse.submitAll(
        IntStream.range(0, JOBS)
            .mapToObj(n -> JobRequest.of("demo.greet", n, o -> o.topic(TOPIC).id(id("job " + n))))
            .toList());
    pulse
        .schedules()
        .put(
            "demo-heartbeat",
            schedule ->
                schedule
                    .every(Duration.ofSeconds(10))
                    .job("demo.greet", null, options -> options.topic(TOPIC)));
    pulse.runs().start(release());
    DemoProject.start(pulse, home);
    return worker::close;
  }

  private static NewRun release() {
    return NewRun.of("demo-release")
        .id(id("run"))
        .chain()
        .job("build", JobRequest.of("demo.build", null, options -> options.topic(TOPIC)))
        .node(new NewRun.Node("approve", null, null, "approve", null, "Ship the demo?"))
        .job("ship", JobRequest.of("demo.ship", null, options -> options.topic(TOPIC)));
  }

  /** The same each time, so that a second start begins nothing anew. */
  private static UUID id(String what) {
    return UUID.nameUUIDFromBytes(("pulse demo " + what).getBytes(StandardCharsets.UTF_8));
  }

  /** Commands that read files are told where; the others find the server by themselves. */
  static String whatNext(Path home) {
    return """
        demo: the plan stops at its gate, the run waits for a word. In another terminal:
          pulse plan status demo --home %1$s
          pulse plan approve demo --home %1$s
          pulse task list    pulse sling house-all    pulse scheduler list --all
          pulse waits    pulse agents status    pulse schedules list    pulse jobs list
        """
        .formatted(home);
  }
}
