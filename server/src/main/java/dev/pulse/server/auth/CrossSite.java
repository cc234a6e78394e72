package dev.pulse.server.auth;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a change that another web site makes a browser send. Browsers add Basic credentials by
 * themselves, and an open server asks for none, so without this any page a user visits could submit
 * jobs.
 */
final class CrossSite {
  private static final Set<HttpMethod> HARMLESS =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);

  private CrossSite() {}

  static boolean isForged(RequestHeaders headers) {
    if (HARMLESS.contains(headers.method())) {
      return false;
    }
    String site = headers.get("sec-fetch-site");
    if (site != null) {
      return !site.equals("same-origin") && !site.equals("none");
    }
    String origin = headers.get("origin");
    return origin != null && !sameAuthority(origin, headers.authority());
  }

  private static boolean sameAuthority(String origin, @Nullable String authority) {
    try {
      String from = URI.create(origin).getRawAuthority();
      return from != null && from.equalsIgnoreCase(authority);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
