package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.PulseTimeoutException;
import io.grpc.Status;
import java.net.ConnectException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  private static final Address HERE = new Address("here", 1, false);

  @AfterEach
  void clearTheFlag() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @CsvSource({
    "INVALID_ARGUMENT, INVALID",
    "RESOURCE_EXHAUSTED, INVALID",
    "NOT_FOUND, NOT_FOUND",
    "FAILED_PRECONDITION, CONFLICT",
    "ALREADY_EXISTS, CONFLICT",
    "UNAUTHENTICATED, NOT_ALLOWED",
    "PERMISSION_DENIED, NOT_ALLOWED",
    "UNAVAILABLE, UNREACHABLE",
    "CANCELLED, UNREACHABLE",
    "DEADLINE_EXCEEDED, TIMEOUT",
    "UNKNOWN, INTERNAL",
    "UNIMPLEMENTED, INTERNAL"
  })
  void everyStatusHasItsCode(Status.Code status, Code code) {
    PulseException failure = Failures.of(status.toStatus().withDescription("said"), HERE);
    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.getMessage()).isNotBlank();
  }

  @Test
  void theServersWordsAreTheMessage() {
    Status status = Status.NOT_FOUND.withDescription("there is no job 7");
    assertThat(Failures.of(status, HERE)).hasMessage("there is no job 7");
  }

  @Test
  void anUnreachableServerIsNamedWithTheReason() {
    Status status =
        Status.UNAVAILABLE
            .withDescription("io exception")
            .withCause(new ConnectException("Connection refused"));
    assertThat(Failures.of(status, HERE)).hasMessage("cannot reach here:1: Connection refused");
  }

  @Test
  void aTimeoutHasItsOwnType() {
    assertThat(Failures.of(Status.DEADLINE_EXCEEDED, HERE))
        .isInstanceOf(PulseTimeoutException.class);
  }

  @Test
  void aCallCanceledByAnInterruptSaysSo() {
    Thread.currentThread().interrupt();
    assertThat(Failures.of(Status.CANCELLED, HERE).code()).isEqualTo(Code.INTERRUPTED);
  }
}
