package dev.pulse.server.auth;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.netty.util.AttributeKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Asks every caller who they are: REST, gRPC unary and stream, and pages alike, because it stands
 * before all of them. Health checks are let through, and approval links, which are secrets
 * themselves.
 */
public final class Authentication {
  private static final AttributeKey<String> USER =
      AttributeKey.valueOf(Authentication.class, "USER");
  private static final Set<String> OPEN = Set.of("/healthz", "/readyz");

  /** What stands below here carries its own secret. */
  public static final String LINKS = "/Pulse/v1/links/";

  /** In whose name a call is made, percent-encoded. Only who speaks for others may send it. */
  static final String ON_BEHALF_OF = "pulse-on-behalf-of";

  /** So long may somebody who was refused go on sending. */
  private static final Duration HEARD_OUT = Duration.ofMillis(500);

  private final Users users;
  private final Doorkeeper doorkeeper;
  private final boolean open;
  private final Executor blocking;

  /**
   * @param blocking where bcrypt may take its time
   */
  public Authentication(Users users, Executor blocking) {
    this.users = users;
    this.doorkeeper = new Doorkeeper(users);
    this.open = users.isEmpty();
    this.blocking = blocking;
  }

  /** Puts itself before everything that server serves. */
  public void on(ServerBuilder server) {
    server.decorator(this::serve);
  }

  /** Who calls; empty where nobody was asked. */
  public static Optional<String> user(ServiceRequestContext call) {
    return Optional.ofNullable(call.attr(USER));
  }

  private HttpResponse serve(HttpService next, ServiceRequestContext call, HttpRequest request)
      throws Exception {
    if (CrossSite.isForged(request.headers())) {
      return refuse(Refusal.FORGED, call, request);
    }
    if (open || OPEN.contains(call.path()) || call.path().startsWith(LINKS)) {
      return next.serve(call, request);
    }
    Optional<Credentials> claimed =
        Credentials.in(request.headers().get(HttpHeaderNames.AUTHORIZATION));
    if (claimed.isEmpty()) {
      return refuse(Refusal.UNAUTHENTICATED, call, request);
    }
    Doorkeeper.Verdict verdict = doorkeeper.glance(claimed.get());
    if (verdict == Doorkeeper.Verdict.UNDECIDED) {
      return HttpResponse.of(
          CompletableFuture.supplyAsync(() -> ponder(claimed.get()), blocking)
              .thenApplyAsync(
                  late -> decide(late, claimed.get(), next, call, request), call.eventLoop()));
    }
    return decide(verdict, claimed.get(), next, call, request);
  }

  private Doorkeeper.Verdict ponder(Credentials claimed) {
    try {
      return doorkeeper.ponder(claimed);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Doorkeeper.Verdict.BUSY;
    }
  }

  private HttpResponse decide(
      Doorkeeper.Verdict verdict,
      Credentials claimed,
      HttpService next,
      ServiceRequestContext call,
      HttpRequest request) {
    return switch (verdict) {
      case GOOD -> {
        Optional<String> name = nameOf(claimed, request.headers().get(ON_BEHALF_OF));
        if (name.isEmpty()) {
          yield refuse(Refusal.NOT_IN_THEIR_NAME, call, request);
        }
        call.setAttr(USER, name.get());
        yield pass(next, call, request);
      }
      case WRONG -> refuse(Refusal.UNAUTHENTICATED, call, request);
      case BUSY, UNDECIDED -> refuse(Refusal.BUSY, call, request);
    };
  }

  /** Some clients take it for a broken connection if they are cut off while they still send. */
  private static HttpResponse refuse(Refusal why, ServiceRequestContext call, HttpRequest request) {
    call.setRequestAutoAbortDelay(HEARD_OUT);
    return why.to(request.headers());
  }

  /** Whose call it is; empty: it is made in somebody's name by who may not do that. */
  private Optional<String> nameOf(Credentials claimed, @Nullable String other) {
    if (other == null) {
      return Optional.of(claimed.name());
    }
    return users.speaksForOthers(claimed.name())
        ? Optional.of(URLDecoder.decode(other, StandardCharsets.UTF_8))
        : Optional.empty();
  }

  private static HttpResponse pass(
      HttpService next, ServiceRequestContext call, HttpRequest request) {
    try {
      return next.serve(call, request);
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }
}
