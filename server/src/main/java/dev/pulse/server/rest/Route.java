package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpMethod;
import java.time.Duration;
import java.util.Set;

/** One thing the API can do: where it is found, how much it reads, how long it may take. */
record Route(HttpMethod method, String path, int maxBytes, Duration timeout, Handler handler) {
  /** Longer than the wait for a connection of the pool, so that its refusal is told. */
  private static final Duration USUAL = Duration.ofSeconds(30);

  private static final int SMALL = 64 << 10;

  /** Answers one request, on a thread that may wait. */
  interface Handler {
    Outgoing answer(Call call);
  }

  static Route get(String path, Handler handler) {
    return new Route(HttpMethod.GET, path, SMALL, USUAL, handler);
  }

  static Route post(String path, Handler handler) {
    return new Route(HttpMethod.POST, path, SMALL, USUAL, handler);
  }

  static Route put(String path, Handler handler) {
    return new Route(HttpMethod.PUT, path, SMALL, USUAL, handler);
  }

  static Route patch(String path, Handler handler) {
    return new Route(HttpMethod.PATCH, path, SMALL, USUAL, handler);
  }

  static Route delete(String path, Handler handler) {
    return new Route(HttpMethod.DELETE, path, SMALL, USUAL, handler);
  }

  Route reading(int bytes) {
    return new Route(method, path, bytes, timeout, handler);
  }

  /** Zero: as long as it takes. */
  Route taking(Duration longest) {
    return new Route(method, path, maxBytes, longest, handler);
  }

  /** What can be read can be asked for without its body: some probes do. */
  Set<HttpMethod> methods() {
    return method == HttpMethod.GET ? Set.of(HttpMethod.GET, HttpMethod.HEAD) : Set.of(method);
  }

  /** Whether a request for that path could be meant for this route. */
  boolean matches(String requested) {
    String[] mine = path.split("/", -1);
    String[] theirs = requested.split("/", -1);
    if (mine.length != theirs.length) {
      return false;
    }
    for (int at = 0; at < mine.length; at++) {
      if (!mine[at].startsWith("{") && !mine[at].equals(theirs[at])) {
        return false;
      }
    }
    return true;
  }
}
