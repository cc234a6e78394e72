package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.PulseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why there is nothing to see, and what to do about it.
 *
 * @param status for the browser
 * @param title in a few words
 * @param message what went wrong
 * @param command what to type, to be copied; empty: nothing
 */
record Trouble(HttpStatus status, String title, String message, String command) {
  private static final Logger log = LoggerFactory.getLogger(Trouble.class);

  static final Trouble FORGED =
      new Trouble(
          HttpStatus.FORBIDDEN,
          "Not sent from here",
          "This form did not come from a page of this dashboard, or the page is from an earlier"
              + " session. Reload the page and try again.",
          "");

  static Trouble nothingAt(String path) {
    return new Trouble(
        HttpStatus.NOT_FOUND, "Nothing here", "There is no page at " + Text.brief(path) + ".", "");
  }

  static Trouble of(Throwable thrown) {
    return switch (thrown) {
      case Refused refused ->
          new Trouble(refused.status(), "That does not work", text(refused), "");
      case PulseException failure -> of(failure);
      case IllegalArgumentException wrong ->
          new Trouble(HttpStatus.BAD_REQUEST, "That does not work", text(wrong), "");
      default -> {
        log.error("a page failed", thrown);
        yield new Trouble(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "Something went wrong",
            "It is a fault of the dashboard; its log says more.",
            "");
      }
    };
  }

  private static Trouble of(PulseException failure) {
    String message = text(failure);
    return switch (failure.code()) {
      case NOT_FOUND -> new Trouble(HttpStatus.NOT_FOUND, "Not there", message, "pulse jobs list");
      case INVALID -> new Trouble(HttpStatus.BAD_REQUEST, "That does not work", message, "");
      case CONFLICT -> new Trouble(HttpStatus.CONFLICT, "Not possible now", message, "");
      case NOT_ALLOWED ->
          new Trouble(
              HttpStatus.BAD_GATEWAY,
              "The server does not let the dashboard in",
              message,
              "pulse save creds");
      case UNREACHABLE, TIMEOUT, INTERRUPTED ->
          new Trouble(
              HttpStatus.SERVICE_UNAVAILABLE,
              "The server does not answer",
              message,
              "pulse doctor");
      case INTERNAL ->
          new Trouble(HttpStatus.BAD_GATEWAY, "The server failed", message, "pulse doctor");
    };
  }

  private static String text(Throwable thrown) {
    return Text.bounded(String.valueOf(thrown.getMessage()), 2000);
  }
}
