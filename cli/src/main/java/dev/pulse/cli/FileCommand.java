package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.pulse.agents.relay.PlanRefused;
import dev.pulse.agents.relay.Plans;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command about plans that works on the files of a home. */
abstract class FileCommand implements Callable<Integer> {
  @Mixin final PlanHome home = new PlanHome();
  @Mixin final Output output = new Output();

  @Override
  public final Integer call() throws Exception {
    try {
      return run(home.plans()).number;
    } catch (AccessDeniedException e) {
      output.remark("permission denied: " + e.getFile());
      return ExitCode.FAILED.number;
    } catch (IOException e) {
      output.remark("cannot work on the files: " + e.getMessage());
      return ExitCode.FAILED.number;
    }
  }

  abstract ExitCode run(Plans plans) throws IOException, PlanRefused;

  /** Writes whatever Jackson can write. */
  static void write(JsonGenerator json, Object document) throws IOException {
    new ObjectMapper().writeValue(json, document);
  }
}
