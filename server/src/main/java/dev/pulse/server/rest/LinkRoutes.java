package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.QueryParams;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.run.Delivery;
import dev.pulse.server.run.RunRefused;
import dev.pulse.server.run.Runs;
import dev.pulse.server.run.Wait;
import dev.pulse.server.run.WaitStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Approval links. Looking at one changes nothing, because mail programs look at links too; the
 * button on the page delivers, once. The link is the credential: these pages ask for no password.
 */
final class LinkRoutes {
  private static final Delivery.Sender HOLDER =
      new Delivery.Sender("link holder", Delivery.Via.LINK);

  private final Runs runs;
  private final RestConfig config;

  LinkRoutes(Runs runs, RestConfig config) {
    this.runs = runs;
    this.config = config;
  }

  List<Route> routes() {
    return List.of(
        Route.get(path("{token}"), this::show),
        Route.post(path("{token}"), this::deliver).reading(config.maxBodyBytes()));
  }

  static String path(String token) {
    return Authentication.LINKS + token;
  }

  private Outgoing show(Call call) {
    call.accepting("payload");
    String payload = call.query("payload");
    return linked(call, wait -> LinkPage.asking(wait, payload));
  }

  private Outgoing deliver(Call call) {
    call.accepting("payload");
    String payload = payload(call.form());
    return linked(
        call,
        wait -> {
          runs.deliver(wait.runId(), new Delivery(wait.signal(), payload, wait.id(), null, HOLDER));
          return LinkPage.saying(HttpStatus.OK, "Thank you", "Your answer was delivered.");
        });
  }

  private interface Step {
    LinkPage with(Wait wait);
  }

  private LinkPage linked(Call call, Step step) {
    try {
      Wait wait = runs.linked(call.path("token"));
      return wait.status() == WaitStatus.PENDING ? step.with(wait) : over(wait);
    } catch (RunRefused e) {
      return switch (e.reason()) {
        case INVALID ->
            LinkPage.saying(
                HttpStatus.BAD_REQUEST, "Not an answer", String.valueOf(e.getMessage()));
        case LINK_DEAD ->
            LinkPage.saying(HttpStatus.NOT_FOUND, "No such link", "It is not valid, or no longer.");
        case RUN_NOT_FOUND,
            ILLEGAL_TRANSITION,
            RUN_CLOSED,
            SIGNAL_NOT_AWAITED,
            SIGNAL_EXPIRED,
            SIGNAL_TAKEN ->
            LinkPage.saying(HttpStatus.GONE, "Too late", "Nobody waits for this any more.");
      };
    }
  }

  private static LinkPage over(Wait wait) {
    return wait.status() == WaitStatus.DELIVERED
        ? LinkPage.saying(
            HttpStatus.GONE, "Answered", "This was answered at " + wait.endedAt() + ".")
        : LinkPage.saying(HttpStatus.GONE, "Too late", "Nobody waits for this any more.");
  }

  /** An empty field is no payload. */
  private static @Nullable String payload(QueryParams form) {
    String given = form.get("payload");
    return given == null || given.isBlank() ? null : given;
  }
}
