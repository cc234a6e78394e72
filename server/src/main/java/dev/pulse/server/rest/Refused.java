package dev.pulse.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.job.JobRefused;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.schedule.ScheduleRefused;
import dev.pulse.server.sling.SlingRefused;
import dev.pulse.server.status.StatusRefused;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A request that is answered with an error; nothing was changed. */
final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_NAME = 100;
  private final transient HttpStatus status;
  private final String code;
  private final transient Map<String, String> details;

  Refused(HttpStatus status, String code, String message, Map<String, String> details) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  static Refused field(String field, String problem) {
    String shown = showable(field);
    return new Refused(
        HttpStatus.BAD_REQUEST, "invalid", shown + " " + problem, Map.of("field", shown));
  }

  /** A name that a client made up: cut to what helps, and without halves of characters. */
  private static String showable(String name) {
    String cut = name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME) + "...";
    return new String(cut.getBytes(UTF_8), UTF_8);
  }

  /** The kernel's own word; in a batch, with the place it speaks of. */
  static Refused job(String where, JobRefused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case NOT_FOUND -> HttpStatus.NOT_FOUND;
          case ILLEGAL_TRANSITION, KEY_HELD -> HttpStatus.CONFLICT;
        };
    String code = refused.reason().name().toLowerCase(Locale.ROOT);
    String said = String.valueOf(refused.getMessage());
    return where.isEmpty()
        ? new Refused(status, code, said, Map.of())
        : new Refused(status, code, where + ": " + said, Map.of("field", where));
  }

  /** With the place in the expression, where it is about one. */
  static Refused schedule(ScheduleRefused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case NOT_FOUND -> HttpStatus.NOT_FOUND;
          case NAME_TAKEN, UNREADABLE -> HttpStatus.CONFLICT;
        };
    Map<String, String> details =
        refused.position() < 0
            ? Map.of()
            : Map.of("field", "cron", "position", Integer.toString(refused.position()));
    String code = refused.reason().name().toLowerCase(Locale.ROOT);
    return new Refused(status, code, String.valueOf(refused.getMessage()), details);
  }

  static Refused status(StatusRefused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case NOT_FOUND -> HttpStatus.NOT_FOUND;
        };
    String code = refused.reason().name().toLowerCase(Locale.ROOT);
    return new Refused(status, code, String.valueOf(refused.getMessage()), Map.of());
  }

  static Refused run(RunRefused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case RUN_NOT_FOUND, LINK_DEAD -> HttpStatus.NOT_FOUND;
          case SIGNAL_EXPIRED -> HttpStatus.GONE;
          case ILLEGAL_TRANSITION, RUN_CLOSED, SIGNAL_NOT_AWAITED, SIGNAL_TAKEN ->
              HttpStatus.CONFLICT;
        };
    return new Refused(
        status, refused.reason().code(), String.valueOf(refused.getMessage()), Map.of());
  }

  static Refused sling(SlingRefused refused) {
    HttpStatus status =
        switch (refused.reason()) {
          case INVALID -> HttpStatus.BAD_REQUEST;
          case NOT_FOUND -> HttpStatus.NOT_FOUND;
          case CONFLICT -> HttpStatus.CONFLICT;
        };
    String code = refused.reason().name().toLowerCase(Locale.ROOT);
    return new Refused(status, code, refused.text(), Map.of());
  }

  static Refused malformed(String message) {
    return new Refused(HttpStatus.BAD_REQUEST, "malformed_json", message, Map.of());
  }

  static Refused unknownJob(Object id) {
    return new Refused(HttpStatus.NOT_FOUND, "not_found", "there is no job " + id, Map.of());
  }

  static Refused unknownAgent(String name, List<String> known) {
    String names = String.join(", ", known);
    return new Refused(
        HttpStatus.NOT_FOUND,
        "not_found",
        "there is no agent %s; there are %s".formatted(name, names),
        Map.of("agents", names));
  }

  HttpStatus status() {
    return status;
  }

  String code() {
    return code;
  }

  Map<String, String> details() {
    return details;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
