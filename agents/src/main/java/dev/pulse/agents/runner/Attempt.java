package dev.pulse.agents.runner;

import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Program;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One attempt at an order: starts the agent, hears it, checks its work and judges it. */
final class Attempt {
  /** As much as stands in a result. */
  private static final int OUTPUT = 16 << 10;

  private static final int LAST_WORDS = 2 << 10;

  private final Agent agent;
  private final Order order;
  private final Scene scene;
  private final LiveText live;
  private final Excerpt out = new Excerpt(OUTPUT);
  private final Excerpt err = new Excerpt(LAST_WORDS);
  private @Nullable Events events;

  /**
   * Where and under which conditions it happens.
   *
   * @param log the file its output goes to
   * @param grace asked when it is needed: a runner that stops has less
   */
  record Scene(
      Path folder,
      Map<String, String> env,
      Path log,
      Leash leash,
      Supplier<Duration> grace,
      Census census,
      InstantSource clock) {}

  /**
   * How it went.
   *
   * @param exit null: it did not end by itself
   */
  record Ended(Verdict verdict, Told told, String output, @Nullable Integer exit, Duration took) {}

  Attempt(Agent agent, Order order, Scene scene, Consumer<String> watcher) {
    this.agent = agent;
    this.order = order;
    this.scene = scene;
    this.live = new LiveText(watcher, System::nanoTime);
  }

  /** Runs it to its end; an interrupt is one. */
  Ended run() throws IOException {
    long started = System.nanoTime();
    try (var log = BoundedLog.create(scene.log(), BoundedLog.HEAD, BoundedLog.TAIL)) {
      Launch launch = launch();
      Optional<String> missing = Programs.missing(launch);
      if (missing.isPresent()) {
        return ended(new Verdict.Failed(missing.get(), false), null, started);
      }
      End end = supervised(launch, hearing(log), agent.bounds().timeout());
      readAside();
      Integer exit = end instanceof End.Exited(int code) ? code : null;
      return ended(verdict(end, log), exit, started);
    } catch (InterruptedException e) {
      return ended(new Verdict.Canceled(), null, started);
    }
  }

  private Verdict verdict(End end, BoundedLog log) throws IOException, InterruptedException {
    Optional<Verdict> certain = Judgement.beforeChecks(end, told(), err.tail());
    return certain.isPresent() ? certain.get() : Judgement.afterChecks(faults(log));
  }

  private Ended ended(Verdict verdict, @Nullable Integer exit, long started) {
    Told told = told();
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    return new Ended(verdict, told, output(told), exit, took);
  }

  private Launch launch() {
    return switch (agent.program()) {
      case Program.Command(List<String> words) ->
          new Launch(words, scene.env(), scene.folder(), order.prompt(), scene.leash());
      case Program.Llm llm -> {
        var adapter = Adapter.of(llm.cli());
        events = adapter.events(scene.clock(), ZoneId.systemDefault());
        var errand =
            new Errand(agent, llm, order.preamble(), order.prompt(), order.session(), aside());
        yield new Launch(
            adapter.words(errand),
            scene.env(),
            scene.folder(),
            adapter.stdin(errand),
            scene.leash());
      }
    };
  }

  private Path aside() {
    return scene.log().resolveSibling(scene.log().getFileName() + ".events");
  }

  private End supervised(Launch launch, Hearing hearing, Duration timeout)
      throws IOException, InterruptedException {
    var bounds =
        new Supervision.Bounds(timeout, agent.bounds().silence(), scene.grace(), this::overBudget);
    return new Supervision(scene.census()).run(launch, hearing, bounds);
  }

  /** Only some command lines tell what they have spent while they spend it. */
  private boolean overBudget() {
    BigDecimal most = agent.bounds().maxCostUsd();
    BigDecimal spent = events == null ? null : events.told().costUsd();
    return most != null && spent != null && spent.compareTo(most) > 0;
  }

  private Hearing hearing(BoundedLog log) {
    Events told = events;
    var outLines = new Lines(line -> live.say(told == null ? line + "\n" : told.read(line)));
    var errLines = new Lines(line -> live.say(line + "\n"));
    return new Hearing() {
      @Override
      public void out(byte[] bytes, int length) {
        log.write(bytes, length);
        out.add(bytes, length);
        outLines.add(bytes, length);
      }

      @Override
      public void err(byte[] bytes, int length) {
        log.write(bytes, length);
        err.add(bytes, length);
        errLines.add(bytes, length);
      }

      @Override
      public void end() {
        outLines.end();
        errLines.end();
      }
    };
  }

  private void readAside() throws IOException {
    Path aside = aside();
    if (events != null && Files.isRegularFile(aside)) {
      try (var lines = Files.lines(aside)) {
        lines.forEach(events::readAside);
      }
      Files.delete(aside);
    }
  }

  private Told told() {
    return events == null ? Told.nothing(out.head()) : events.told();
  }

  /** The answer, or what the program said last. */
  private String output(Told told) {
    if (events == null || told.text().isBlank()) {
      String said = events == null ? out.tail() : "";
      return said.isBlank() ? err.tail().strip() : said.strip();
    }
    String text = told.text().strip();
    return text.length() > OUTPUT ? text.substring(text.length() - OUTPUT) : text;
  }

  private List<String> faults(BoundedLog log) throws IOException, InterruptedException {
    var faults = new ArrayList<String>();
    String deliverable = order.deliverable();
    if (deliverable != null && !Files.exists(scene.folder().resolve(deliverable))) {
      faults.add("the deliverable " + deliverable + " is not there");
    }
    if (!agent.checks().verify().isEmpty()) {
      verify(log).ifPresent(faults::add);
    }
    return faults;
  }

  private Optional<String> verify(BoundedLog log) throws IOException, InterruptedException {
    var said = new Excerpt(LAST_WORDS);
    Hearing hearing =
        Hearing.ofBoth(
            (bytes, length) -> {
              log.write(bytes, length);
              said.add(bytes, length);
            });
    var launch =
        new Launch(agent.checks().verify(), scene.env(), scene.folder(), "", scene.leash());
    End end = supervised(launch, hearing, agent.bounds().timeout());
    return end instanceof End.Exited(int code) && code == 0
        ? Optional.empty()
        : Optional.of(
            switch (end) {
              case End.Exited(int code) ->
                  "verify: exit %d: %s".formatted(code, said.tail().strip());
              case End.OutOfTime _, End.Silent _, End.OverBudget _ -> "verify did not end";
            });
  }
}
