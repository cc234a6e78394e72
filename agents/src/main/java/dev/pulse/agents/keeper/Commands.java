package dev.pulse.agents.keeper;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What others ask of the keeper: jobs of its own topic (K8, G6). */
final class Commands {
  private static final String TOPIC = "keeper";
  private static final int AT_ONCE = 64;

  private final Crew crew;

  private Commands(Crew crew) {
    this.crew = crew;
  }

  static Worker start(Pulse pulse, Crew crew) {
    var commands = new Commands(crew);
    return pulse
        .worker()
        .topic(TOPIC)
        .concurrency(AT_ONCE)
        .closeWithin(Duration.ofSeconds(5)) // a dream that is cut short comes again
        .handle("agent.tick", Request.class, (request, _) -> commands.tick(request))
        .handle(Dreams.NAME, Request.class, commands::dream)
        .start();
  }

  /**
   * Which agent is meant.
   *
   * @param agent its name; null: every one that wakes on what happened
   * @param on what happened: {@code dispatch}
   * @param state where it dreams, for those who look at the job
   */
  record Request(@Nullable String agent, @Nullable String on, @Nullable String state) {}

  private Outcome tick(Request request) {
    if (request.agent() == null) {
      if (!"dispatch".equals(request.on())) {
        return Outcome.failForGood("a tick names its agent, or says \"on\": \"dispatch\"");
      }
      List<Beat> waking = crew.wakingOnDispatch();
      waking.forEach(Beat::want);
      return Outcome.done(
          Map.of("ticked", waking.stream().map(beat -> beat.agent().member().name()).toList()));
    }
    Optional<Beat> beat = crew.find(request.agent());
    if (beat.isEmpty()) {
      return Outcome.failForGood("there is no standing agent " + request.agent());
    }
    boolean running = beat.get().agent().status().running();
    beat.get().want();
    return Outcome.done(Map.of("ticked", List.of(request.agent()), "was_running", running));
  }

  private Outcome dream(Request request, JobContext job) throws IOException, InterruptedException {
    String agent = String.valueOf(request.agent());
    Optional<Dreams.Dream> dream = crew.find(agent).flatMap(beat -> beat.agent().dream());
    return dream.isEmpty()
        ? Outcome.failForGood(agent + " has no dream")
        : Dreams.run(dream.get(), agent, String.valueOf(request.state()), job);
  }
}
