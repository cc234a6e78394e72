package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpStatus;

/** A request that cannot be fulfilled, told in words that help. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient HttpStatus status;

  Refused(HttpStatus status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  static Refused invalid(String message) {
    return new Refused(HttpStatus.BAD_REQUEST, message);
  }

  static Refused notFound(String message) {
    return new Refused(HttpStatus.NOT_FOUND, message);
  }

  static Refused conflict(String message) {
    return new Refused(HttpStatus.CONFLICT, message);
  }

  HttpStatus status() {
    return status;
  }
}
