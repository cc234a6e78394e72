package dev.pulse;

import java.time.Duration;
import java.time.Instant;

/** What to change of a limit. What is not said stays as it is. */
public interface LimitOptions {
  /** At most so many of its jobs run at once; 0 stops them all. */
  LimitOptions maxRunning(int most);

  /** Any number may run at once. */
  LimitOptions anyNumberRunning();

  /** At most so many of its jobs start in any period of that length. */
  LimitOptions rate(int starts, Duration per);

  /** They may start at any rate. */
  LimitOptions anyRate();

  /** None of its jobs starts before then; those that run go on. */
  LimitOptions pause(Instant until, String reason);

  /** Lifts the pause. */
  LimitOptions resume();
}
