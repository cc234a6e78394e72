package dev.pulse.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pulse board done}: says that a claimed task is done (K10). */
@Command(
    name = "done",
    description = "Marks a task DONE that the agent had claimed, and pushes that.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse board done task-7 --agent wren"})
final class BoardDoneCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TASK", description = "Which task, by its id or title.")
  private String task = "";

  @Mixin private BoardOptions options = new BoardOptions();
  @Mixin private ClaimantOptions claimant = new ClaimantOptions();
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    String agent = claimant.agent(output.around());
    return options.on(output, board -> BoardChange.tell(board.done(agent, task), output));
  }
}
