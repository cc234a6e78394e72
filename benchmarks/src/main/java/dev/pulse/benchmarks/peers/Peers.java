package dev.pulse.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Pulse beside its peers and beside bare SQL: in turns, on one Postgres, the same jobs. Prints
 * tables; {@code --json FILE} keeps every sample.
 */
public final class Peers {
  private final Choice choice;
  private final Arena arena;
  private final Results results = new Results();

  private Peers(Choice choice, Arena arena) {
    this.choice = choice;
    this.arena = arena;
  }

  public static void main(String[] arguments) throws Exception {
    Choice choice;
    try {
      choice = Choice.of(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("peers: " + e.getMessage());
      System.err.println(Choice.USAGE);
      System.exit(2);
      return;
    }
    try (var arena = new Arena()) {
      new Peers(choice, arena).run();
    }
  }

  private void run() throws Exception {
    long begin = System.nanoTime();
    Meter.Processors before = Meter.processors();
    List<Bout> bouts = enter(choice.sizes(), results);
    try {
      inTurn("warming up", bouts, Bout::warmUp);
      for (int round = 1; round <= choice.sizes().rounds(); round++) {
        round(round, bouts);
      }
      if (choice.workloads().contains(Workload.SHAPES)) {
        inTurn("warming up to shapes", bouts, Bout::warmUpToShapes);
        for (int round = 1; round <= choice.sizes().shapeRounds(); round++) {
          results.nextRound();
          inTurn("shapes " + round, bouts, Bout::shapes);
        }
      }
      double idle = idle(bouts);
      report(
          bouts,
          idle,
          "%d s, of which neighbours took %.0f %%"
              .formatted(
                  (System.nanoTime() - begin) / 1_000_000_000,
                  Meter.processors().stolenSince(before) * 100));
    } finally {
      for (Bout bout : bouts) {
        bout.contestant().close();
      }
    }
  }

  /** Everybody takes each step in turn: a machine has moods, and so they share them. */
  private void round(int number, List<Bout> bouts) throws Exception {
    results.nextRound();
    boolean all = number <= choice.sizes().slowRounds();
    for (Bout.Step step : Bout.steps(choice.workloads())) {
      inTurn(
          "round " + number,
          number % 2 == 1 ? bouts : bouts.reversed(),
          bout -> {
            if (all || bout.isFast()) {
              step.take(bout);
            }
          });
    }
  }

  private List<Bout> enter(Sizes sizes, Results into) throws Exception {
    var bouts = new ArrayList<Bout>();
    for (Entrant entrant : Entrant.values()) {
      if (choice.only().isEmpty() || choice.only().contains(entrant.key())) {
        try {
          String jdbc = arena.database("bench_" + entrant.key());
          bouts.add(new Bout(arena, entrant.enter(jdbc, choice), jdbc, sizes, into));
        } catch (IOException e) {
          System.err.printf("%s is not here: %s%n", entrant.key(), e.getMessage());
        }
      }
    }
    return bouts;
  }

  /** Share of a processor that Pulse's server uses for nothing. */
  private double idle(List<Bout> bouts) throws InterruptedException {
    for (Bout bout : bouts) {
      if (bout.contestant().about().server() != 0) {
        Thread.sleep(choice.sizes().window().toMillis() * 4);
        return Meter.idle(
            bout.contestant().about().server(), choice.sizes().window().toMillis() * 8);
      }
    }
    return Double.NaN;
  }

  /** Whoever fails is out, and the others go on. */
  private static void inTurn(String what, List<Bout> bouts, Bout.Step turn) throws Exception {
    for (Bout bout : List.copyOf(bouts)) {
      System.err.printf("%s: %s%n", what, bout.contestant().about().name());
      try {
        turn.take(bout);
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        System.err.printf("%s gives up: %s%n", bout.contestant().about().name(), e);
        bouts.remove(bout);
        bout.contestant().close();
      }
    }
  }

  private void report(List<Bout> bouts, double idle, String duration)
      throws SQLException, IOException {
    var contestants = bouts.stream().map(Bout::contestant).toList();
    var report = new Report(results, contestants, choice);
    if ("-".equals(choice.json())) {
      System.out.println(report.json());
      return;
    }
    System.out.print(
        report.markdown(
            "%s; %d processors; %s; %s"
                .formatted(
                    arena.text("SELECT 'PostgreSQL ' || split_part(version(), ' ', 2)"),
                    Runtime.getRuntime().availableProcessors(),
                    choice.described(),
                    duration)));
    for (Bout bout : bouts) {
      Contestant.About about = bout.contestant().about();
      if (about.server() != 0) {
        System.out.printf(
            Locale.ROOT,
            "Server of %s: %.0f MB in memory at drain, %.0f at most, %.1f %% of a processor when idle.%n",
            about.name(),
            bout.drainMegabytes(),
            Meter.peak(about.server()),
            idle * 100);
      }
    }
    if (choice.svg() != null) {
      Files.writeString(Path.of(choice.svg()), new Bars(results).svg());
    }
    if (choice.json() != null) {
      Files.writeString(Path.of(choice.json()), report.json());
    }
  }

  /** The names that {@code --only} knows. */
  static List<String> keys() {
    return Arrays.stream(Entrant.values()).map(Entrant::key).toList();
  }
}
