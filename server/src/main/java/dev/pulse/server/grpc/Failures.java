package dev.pulse.server.grpc;

import dev.pulse.server.job.JobRefused;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.sling.SlingRefused;
import dev.pulse.server.status.StatusRefused;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What callers are told when something fails: enough to act on, and nothing of our insides. */
final class Failures {
  private static final Logger log = LoggerFactory.getLogger(Failures.class);

  private Failures() {}

  static StatusRuntimeException status(Throwable failure) {
    return switch (failure) {
      case CompletionException wrapped when wrapped.getCause() != null ->
          status(wrapped.getCause());
      case StatusRuntimeException status -> status;
      case JobRefused refused ->
          code(refused.reason()).withDescription(refused.getMessage()).asRuntimeException();
      case ScheduleRefused refused ->
          code(refused.reason()).withDescription(refused.getMessage()).asRuntimeException();
      case StatusRefused refused ->
          code(refused.reason()).withDescription(refused.getMessage()).asRuntimeException();
      case SlingRefused refused ->
          code(refused.reason()).withDescription(refused.text()).asRuntimeException();
      case RunRefused refused ->
          code(refused.reason())
              .withDescription(refused.reason().code() + ": " + refused.getMessage())
              .asRuntimeException();
      case DatabaseFailure database when !database.isOfTheInput() -> {
        log.warn("the database does not answer: {}", database.getMessage());
        yield Status.UNAVAILABLE
            .withDescription("the database does not answer, try again")
            .asRuntimeException();
      }
      case RejectedExecutionException _ ->
          Status.UNAVAILABLE.withDescription("the server is shutting down").asRuntimeException();
      default -> {
        String reference = UUID.randomUUID().toString();
        log.error("unexpected failure, reference {}", reference, failure);
        yield Status.INTERNAL
            .withDescription("internal error, reference " + reference)
            .asRuntimeException();
      }
    };
  }

  private static Status code(ScheduleRefused.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.NOT_FOUND;
      case NAME_TAKEN -> Status.ALREADY_EXISTS;
      case UNREADABLE -> Status.FAILED_PRECONDITION;
    };
  }

  private static Status code(SlingRefused.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.NOT_FOUND;
      case CONFLICT -> Status.FAILED_PRECONDITION;
    };
  }

  private static Status code(RunRefused.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case RUN_NOT_FOUND, LINK_DEAD -> Status.NOT_FOUND;
      case ILLEGAL_TRANSITION, RUN_CLOSED, SIGNAL_NOT_AWAITED, SIGNAL_EXPIRED, SIGNAL_TAKEN ->
          Status.FAILED_PRECONDITION;
    };
  }

  private static Status code(JobRefused.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.NOT_FOUND;
      case ILLEGAL_TRANSITION -> Status.FAILED_PRECONDITION;
      case KEY_HELD -> Status.ALREADY_EXISTS;
    };
  }

  private static Status code(StatusRefused.Reason reason) {
    return switch (reason) {
      case INVALID -> Status.INVALID_ARGUMENT;
      case NOT_FOUND -> Status.NOT_FOUND;
    };
  }
}
