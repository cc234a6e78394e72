package dev.pulse.dashboard;

import com.linecorp.armeria.common.Cookie;
import com.linecorp.armeria.common.RequestHeaders;
import java.util.Set;

/** Light or dark, as somebody chose; a cookie, so that no page flashes up in the other one. */
final class Theme {
  private static final String COOKIE = "pulse_theme";
  private static final Set<String> CHOICES = Set.of("light", "dark");

  private Theme() {}

  /** Empty: as the system says. */
  static String of(RequestHeaders headers) {
    return headers.cookies().stream()
        .filter(cookie -> cookie.name().equals(COOKIE))
        .map(Cookie::value)
        .filter(CHOICES::contains)
        .findFirst()
        .orElse("");
  }
}
