package dev.pulse.cli;

import dev.pulse.agents.board.Claim;
import dev.pulse.agents.board.Task;

/** What came of a change of the board, told and made an exit code (C3). */
final class BoardChange {
  private BoardChange() {}

  static ExitCode tell(Claim claim, Output output) {
    return switch (claim) {
      case Claim.Made made -> {
        output.answer(
            json -> {
              json.writeStartObject();
              json.writeFieldName("task");
              BoardListCommand.task(json, made.task());
              JobJson.text(json, "commit", made.commit());
              json.writeEndObject();
            },
            screen -> screen.line("%s %s".formatted(made.task().status(), made.task().id())));
        if (!made.remark().isEmpty()) {
          output.remark(made.remark());
        }
        yield ExitCode.OK;
      }
      case Claim.NotFound(String what) -> {
        output.remark(what);
        yield ExitCode.NOT_FOUND;
      }
      case Claim.Taken(Task task) -> {
        String holder = task.agent() == null ? "" : " by " + task.agent();
        output.remark("%s is %s%s".formatted(task.id(), task.status(), holder));
        yield ExitCode.CONFLICT;
      }
    };
  }
}
