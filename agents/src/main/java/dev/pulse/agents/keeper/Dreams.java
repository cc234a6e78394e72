package dev.pulse.agents.keeper;

import dev.pulse.JobContext;
import dev.pulse.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs the command of a quiet beat (K3). That is a job too, so that a pause holds it and its
 * history is kept; but it calls no model and so needs no slot.
 */
final class Dreams {
  static final String NAME = "agent.dream";

  private Dreams() {}

  /**
   * One dream.
   *
   * @param log where its output goes; that of the one before is overwritten
   */
  record Dream(List<String> command, Path workdir, Path log) {}

  /** Runs it to its end; an interrupt, which is how a canceled job is told, ends it too. */
  static Outcome run(Dream dream, String agent, String state, JobContext job)
      throws IOException, InterruptedException {
    var builder = new ProcessBuilder(dream.command());
    builder.environment().put("PULSE_STANDING_AGENT", agent);
    builder.environment().put("PULSE_STATE", state);
    builder.environment().put("PULSE_JOB_ID", job.id().toString());
    builder.environment().put("PULSE_ATTEMPT", Integer.toString(job.attempt()));
    Process process =
        builder
            .directory(dream.workdir().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(dream.log().toFile())
            .start();
    try {
      int exit = process.waitFor();
      return exit == 0 ? Outcome.done() : Outcome.fail("the dream ended with exit code " + exit);
    } finally {
      Processes.end(process);
    }
  }
}
