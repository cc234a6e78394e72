package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.agents.board.Board;
import dev.pulse.agents.board.DoubleClaim;
import dev.pulse.agents.board.Task;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse board list}: the tasks, who has them, and what two agents took. */
@Command(
    name = "list",
    description = "Lists the tasks of the board, as everybody sees it now.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse board list --board ./plans/board.org"})
final class BoardListCommand implements Callable<Integer> {
  @Mixin private BoardOptions options = new BoardOptions();
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    return options.on(output, this::list);
  }

  private ExitCode list(Board board) {
    List<Task> tasks = board.tasks();
    List<DoubleClaim> doubled = board.doubleClaims();
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "tasks", tasks, BoardListCommand::task);
          JobJson.list(json, "double_claims", doubled, BoardListCommand::doubleClaim);
          json.writeEndObject();
        },
        screen -> show(tasks, screen));
    doubled.forEach(claim -> output.remark("double claim: " + claim));
    return ExitCode.OK;
  }

  static void task(JsonGenerator json, Task task) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "id", task.id());
    JobJson.text(json, "title", task.title());
    JobJson.text(json, "status", task.status());
    JobJson.text(json, "agent", task.agent());
    json.writeNumberField("line", task.line());
    json.writeEndObject();
  }

  private static void doubleClaim(JsonGenerator json, DoubleClaim claim) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "task", claim.task());
    JobJson.list(json, "agents", claim.agents(), JsonGenerator::writeString);
    JobJson.text(json, "evidence", claim.evidence());
    json.writeEndObject();
  }

  private static void show(List<Task> tasks, Screen screen) {
    if (tasks.isEmpty()) {
      screen.line("no tasks");
      return;
    }
    var table =
        new Table(
            Table.Column.of("TASK"),
            Table.Column.whole("STATUS"),
            Table.Column.of("AGENT"),
            Table.Column.of("TITLE"));
    for (Task task : tasks) {
      table.row(
          Table.Cell.of(task.id()),
          Table.Cell.of(task.status()),
          Table.Cell.of(task.agent() == null ? "" : task.agent()),
          Table.Cell.of(task.title()));
    }
    screen.table(table);
  }
}
