package dev.pulse;

/** What runs the jobs of one name without reading their args into a type. */
@FunctionalInterface
public interface RawHandler {
  /**
   * Runs one attempt. Whatever it throws is a failed attempt.
   *
   * @param job the attempt; {@link JobContext#rawArgs} are its args
   * @return how it ended
   */
  Outcome handle(JobContext job) throws Exception;
}
