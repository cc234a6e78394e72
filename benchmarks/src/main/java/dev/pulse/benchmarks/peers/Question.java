package dev.pulse.benchmarks.peers;

import java.time.Duration;

/**
 * What a driver is asked, a line of JSON; which fields count depends on what is asked.
 *
 * @param what the name of a method of {@link Contestant}
 * @param most probes, or jobs per second
 */
record Question(
    String what, int clients, int jobs, Shape shape, int others, double most, long millis) {

  static Question of(String what) {
    return new Question(what, 0, 0, Shape.PLAIN, 0, 0, 0);
  }

  Question clients(int some) {
    return new Question(what, some, jobs, shape, others, most, millis);
  }

  Question jobs(int some, Shape around, int more) {
    return new Question(what, clients, some, around, more, most, millis);
  }

  Question most(double some) {
    return new Question(what, clients, jobs, shape, others, some, millis);
  }

  Question within(Duration time) {
    return new Question(what, clients, jobs, shape, others, most, time.toMillis());
  }

  Duration time() {
    return Duration.ofMillis(millis);
  }
}
