package dev.pulse.cli;

import java.util.UUID;
import picocli.CommandLine.Parameters;

/** A command about one job. */
abstract class JobCommand extends ClientCommand {
  @Parameters(paramLabel = "ID", converter = JobIdText.class, description = "The job's id.")
  @SuppressWarnings("NullAway.Init") // picocli insists on it
  UUID id;
}
