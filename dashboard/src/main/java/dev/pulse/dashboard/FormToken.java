package dev.pulse.dashboard;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.Cookie;
import com.linecorp.armeria.common.QueryParams;
import com.linecorp.armeria.common.RequestHeaders;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells forms of ours from forms of others: whoever posts must repeat, in the request, a secret
 * that stands in a cookie. Other sites can neither read the cookie nor make a browser send it. It
 * is kept nowhere, so any number of servers may share the work.
 */
record FormToken(String secret, boolean fresh) {
  static final String HEADER = "x-pulse-form";
  static final String FIELD = "form_token";
  private static final String COOKIE = "pulse_form";
  private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9_-]{32}");
  private static final int BYTES = 24;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The one that the browser has, else a new one. */
  static FormToken of(RequestHeaders headers) {
    return kept(headers)
        .map(secret -> new FormToken(secret, false))
        .orElseGet(() -> new FormToken(made(), true));
  }

  /** Whether it was a page of ours that sent this. */
  static boolean isOurs(AggregatedHttpRequest request, QueryParams form) {
    String repeated = request.headers().get(HEADER, form.get(FIELD, ""));
    return kept(request.headers()).filter(secret -> same(secret, repeated)).isPresent();
  }

  /** Without a time, so that it is gone with the browser's session. */
  String cookie(boolean tls) {
    return "%s=%s; Path=/; HttpOnly; SameSite=Strict%s"
        .formatted(COOKIE, secret, tls ? "; Secure" : "");
  }

  private static Optional<String> kept(RequestHeaders headers) {
    return headers.cookies().stream()
        .filter(cookie -> cookie.name().equals(COOKIE))
        .map(Cookie::value)
        .filter(value -> SHAPE.matcher(value).matches())
        .findFirst();
  }

  private static String made() {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
