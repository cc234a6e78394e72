package dev.pulse.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pulse board claim}: takes a task before working on it (K10). */
@Command(
    name = "claim",
    description = {
      "Claims a task: pulls, marks it DOING in the agent's name, commits and pushes.",
      "A push that is refused is a claim that is lost; the next task is taken then. Exit 3: there is"
          + " none; exit 4: the one that was named is taken."
    },
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse board claim --agent wren"})
final class BoardClaimCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TASK",
      arity = "0..1",
      description = "Which task, by its id or title (default: the first that is NEXT).")
  private @Nullable String task;

  @Mixin private BoardOptions options = new BoardOptions();
  @Mixin private ClaimantOptions claimant = new ClaimantOptions();
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    String agent = claimant.agent(output.around());
    return options.on(output, board -> BoardChange.tell(board.claim(agent, task), output));
  }
}
