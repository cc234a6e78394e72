package dev.pulse.internal;

import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.PulseTimeoutException;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** What gRPC says about a failed call, in the words of the SDK. */
final class Failures {
  private Failures() {}

  static boolean isConflict(Status status) {
    return code(status) == Code.CONFLICT;
  }

  static PulseException of(Status status, Address address) {
    Code code = code(status);
    String said = status.getDescription() == null ? "" : status.getDescription();
    Throwable cause = status.getCause();
    return switch (code) {
      case UNREACHABLE ->
          new PulseException(
              code, "cannot reach %s: %s".formatted(address, why(said, cause)), cause);
      case TIMEOUT ->
          new PulseTimeoutException("%s did not answer in time".formatted(address), cause);
      case INTERRUPTED ->
          new PulseException(code, "interrupted while waiting for " + address, cause);
      case INTERNAL ->
          new PulseException(
              code, "%s failed: %s %s".formatted(address, status.getCode(), said).strip(), cause);
      case INVALID, NOT_FOUND, CONFLICT, NOT_ALLOWED ->
          new PulseException(code, said.isEmpty() ? "refused: " + status.getCode() : said, cause);
    };
  }

  private static Code code(Status status) {
    return switch (status.getCode()) {
      case INVALID_ARGUMENT, OUT_OF_RANGE, RESOURCE_EXHAUSTED -> Code.INVALID;
      case NOT_FOUND -> Code.NOT_FOUND;
      case ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED -> Code.CONFLICT;
      case UNAUTHENTICATED, PERMISSION_DENIED -> Code.NOT_ALLOWED;
      case UNAVAILABLE -> Code.UNREACHABLE;
      case DEADLINE_EXCEEDED -> Code.TIMEOUT;
      // Not by us, then by a server that reset the stream as it went down.
      case CANCELLED ->
          Thread.currentThread().isInterrupted() ? Code.INTERRUPTED : Code.UNREACHABLE;
      case OK, UNKNOWN, UNIMPLEMENTED, INTERNAL, DATA_LOSS -> Code.INTERNAL;
    };
  }

  /** gRPC says "io exception" and hides the reason in the cause. */
  private static String why(String said, @Nullable Throwable cause) {
    Throwable root = cause;
    while (root != null && root.getCause() != null) {
      root = root.getCause();
    }
    if (root == null || root.getMessage() == null) {
      return said.isEmpty() ? "the connection was lost" : said;
    }
    return root.getMessage();
  }
}
