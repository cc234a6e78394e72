package dev.pulse.server.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Drives runs on real Postgres and a pure model side by side with random steps, and compares after
 * every one. The seed is printed; {@code -Dpulse.seed=…} repeats a test.
 */
class RunModelTest {
  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void runsDoWhatTheModelSays() {
    drive(2_000);
  }

  @Test
  @Tag("slow")
  void runsDoWhatTheModelSaysForLong() {
    drive(25_000);
  }

  private static void drive(int steps) {
    long seed = Long.getLong("pulse.seed", System.nanoTime());
    System.out.println("RunModelTest seed " + seed);
    long deadlocks = deadlocks();
    try (var drive = new RunDrive(shop, seed)) {
      drive.steps(steps);
      // How often a kind of step comes is luck: it goes on until each has come often enough.
      for (int more = 0; more < 10 && !hasTakenEach(drive, steps / 200); more++) {
        drive.steps(steps / 2);
      }
      System.out.println("RunModelTest took " + drive.taken());
      assertThat(drive.taken().keySet()).as("every kind of step").hasSize(RunDrive.KINDS);
      assertThat(drive.taken().values()).allMatch(times -> times > steps / 200);
    }
    assertThat(deadlocks() - deadlocks).as("deadlocks").isZero();
  }

  private static boolean hasTakenEach(RunDrive drive, int often) {
    return drive.taken().size() == RunDrive.KINDS
        && drive.taken().values().stream().allMatch(times -> times > often);
  }

  private static long deadlocks() {
    return shop.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
  }
}
