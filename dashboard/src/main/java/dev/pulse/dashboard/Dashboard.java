package dev.pulse.dashboard;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.common.ResponseHeadersBuilder;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.Pulse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dashboard, as a service for any web server. Who may look is for that server to ask; it stands
 * behind the same guard as everything else there (H3, H6).
 */
public final class Dashboard implements HttpService, AutoCloseable {
  private static final Logger audit = LoggerFactory.getLogger("dev.pulse.dashboard.audit");
  private static final Duration EVERY = Duration.ofMillis(400);
  private static final String LIVE = "/live";
  private static final String ANYBODY = "anonymous";

  private final Pulse pulse;
  private final Function<ServiceRequestContext, Optional<String>> visitor;
  private final Function<String, Pulse> inTheName;
  private final Counting counting;
  private final InstantSource clock = InstantSource.system();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Live live = new Live(threads, EVERY);
  private final Assets assets = new Assets();
  private final Templates templates = new Templates();
  private final List<Pages.Entry> pages = Pages.all();
  private final Site site = new Site();

  /**
   * @param pulse where everything is read and done; closed by whoever opened it
   * @param visitor who calls, as the server that serves this knows them
   * @param inTheName the same in the name of such a visitor
   */
  public Dashboard(
      Pulse pulse,
      Function<ServiceRequestContext, Optional<String>> visitor,
      Function<String, Pulse> inTheName) {
    this.pulse = pulse;
    this.counting = new Counting(pulse);
    this.visitor = visitor;
    this.inTheName = inTheName;
    pages.forEach(entry -> entry.page().on(site));
  }

  @Override
  public HttpResponse serve(ServiceRequestContext call, HttpRequest request) {
    String path = call.path();
    boolean reads = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
    if (reads && path.startsWith(Assets.ROOT)) {
      return assets.find(path).orElseGet(() -> HttpResponse.of(HttpStatus.NOT_FOUND));
    }
    if (reads && path.equals(LIVE)) {
      return follow(call);
    }
    return HttpResponse.of(
        request.aggregate().thenApplyAsync(whole -> answer(call, whole, reads), threads));
  }

  private HttpResponse answer(
      ServiceRequestContext call, AggregatedHttpRequest request, boolean reads) {
    try {
      if (reads) {
        return page(call, request);
      }
      return request.method() == HttpMethod.POST
          ? act(call, request)
          : HttpResponse.of(HttpStatus.METHOD_NOT_ALLOWED);
    } catch (RuntimeException e) {
      return reads
          ? page(call, request, Trouble.of(e))
          : answered(Trouble.of(e).status(), "wrong", Trouble.of(e).message()).build();
    }
  }

  private HttpResponse page(ServiceRequestContext call, AggregatedHttpRequest request) {
    String at = address(call.path(), Optional.ofNullable(call.query()).orElse(""));
    return screen(at)
        .map(screen -> page(call, request, HttpStatus.OK, screen, true))
        .orElseGet(() -> page(call, request, Trouble.nothingAt(call.path())));
  }

  private HttpResponse page(
      ServiceRequestContext call, AggregatedHttpRequest request, Trouble trouble) {
    var screen = new Screen(trouble.title(), "trouble", trouble);
    return page(call, request, trouble.status(), screen, false);
  }

  private HttpResponse page(
      ServiceRequestContext call,
      AggregatedHttpRequest request,
      HttpStatus status,
      Screen screen,
      boolean live) {
    FormToken token = FormToken.of(request.headers());
    String body = templates.draw(screen);
    var shell =
        new Shell(
            screen.title(),
            address(call.path(), Optional.ofNullable(call.query()).orElse("")),
            pages,
            visitor.apply(call).orElse(""),
            token.secret(),
            Theme.of(request.headers()),
            Digest.of(body),
            live);
    ResponseHeadersBuilder headers = Headers.html(status);
    if (token.fresh()) {
      headers.add(HttpHeaderNames.SET_COOKIE, token.cookie(call.sessionProtocol().isTls()));
    }
    String html = templates.draw("shell", Map.of("shell", shell, "assets", assets, "body", body));
    return HttpResponse.of(headers.build(), HttpData.ofUtf8(html));
  }

  private HttpResponse follow(ServiceRequestContext call) {
    QueryParams asked = call.queryParams();
    String at = asked.get("at", "/");
    int query = at.indexOf('?');
    if (site.screen(query < 0 ? at : at.substring(0, query)).isEmpty()) {
      return HttpResponse.of(HttpStatus.NOT_FOUND);
    }
    call.clearRequestTimeout();
    return live.follow(at, asked.get("seen", ""), () -> templates.draw(screen(at).orElseThrow()));
  }

  private Optional<Screen> screen(String at) {
    int query = at.indexOf('?');
    QueryParams asked =
        query < 0 ? QueryParams.of() : QueryParams.fromQueryString(at.substring(query + 1));
    return site.screen(query < 0 ? at : at.substring(0, query))
        .map(
            found ->
                found
                    .what()
                    .show(
                        new Visit(pulse, counting, found.path(), asked, ANYBODY, clock.instant())));
  }

  private HttpResponse act(ServiceRequestContext call, AggregatedHttpRequest request) {
    QueryParams form = QueryParams.fromQueryString(request.contentUtf8());
    Optional<String> known = visitor.apply(call);
    String actor = known.orElse(ANYBODY);
    if (!FormToken.isOurs(request, form)) {
      audit.warn("refused a form of somebody else's: {} {}", actor, call.path());
      return answered(Trouble.FORGED.status(), "wrong", Trouble.FORGED.message()).build();
    }
    Optional<Site.Match<Site.Doing>> action = site.action(call.path());
    if (action.isEmpty()) {
      Trouble nothing = Trouble.nothingAt(call.path());
      return answered(nothing.status(), "wrong", nothing.message()).build();
    }
    Pulse theirs = known.map(inTheName).orElse(pulse);
    Done done =
        action
            .get()
            .what()
            .act(new Visit(theirs, counting, action.get().path(), form, actor, clock.instant()));
    audit.info("{} {}: {}", actor, call.path(), done.message());
    counting.forget();
    live.nudge();
    return answered(HttpStatus.OK, "well", done.message()).next(done.next()).build();
  }

  private Answer answered(HttpStatus status, String kind, String message) {
    return new Answer(
        Headers.html(status),
        templates.draw("toast", Map.of("kind", kind, "message", Text.bounded(message, 600))));
  }

  /** What is told to whoever did something. */
  private record Answer(ResponseHeadersBuilder headers, String html) {
    Answer next(@Nullable String page) {
      if (page != null) {
        headers.add("hx-redirect", page);
      }
      return this;
    }

    HttpResponse build() {
      return HttpResponse.of(headers.build(), HttpData.ofUtf8(html));
    }
  }

  private static String address(String path, String query) {
    return query.isEmpty() ? path : path + "?" + query;
  }

  /** Ends every stream; whoever looks comes back to another server, or waits for this one. */
  @Override
  public void close() {
    live.close();
    pages.forEach(entry -> entry.page().close());
    threads.shutdown();
  }
}
