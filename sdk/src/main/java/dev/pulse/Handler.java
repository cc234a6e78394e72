package dev.pulse;

/**
 * What runs the jobs of one name, given their args as a type of the user's.
 *
 * @param <T> what the args are read into
 */
@FunctionalInterface
public interface Handler<T> {
  /**
   * Runs one attempt. Whatever it throws is a failed attempt.
   *
   * @param args the job's args
   * @param job the attempt
   * @return how it ended
   */
  Outcome handle(T args, JobContext job) throws Exception;
}
