package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.ResponseHeadersBuilder;

/** What every answer says about itself: only this site is to be trusted, and nobody frames it. */
final class Headers {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none';"
          + " frame-ancestors 'none'";

  static final ResponseHeaders STREAM =
      guarded(HttpStatus.OK)
          .contentType(MediaType.EVENT_STREAM)
          .add("x-accel-buffering", "no") // proxies hold streams back otherwise
          .build();

  private Headers() {}

  static ResponseHeadersBuilder html(HttpStatus status) {
    return guarded(status).contentType(MediaType.HTML_UTF_8);
  }

  static ResponseHeadersBuilder asset(MediaType type) {
    return ResponseHeaders.builder(HttpStatus.OK)
        .contentType(type)
        .add(HttpHeaderNames.CACHE_CONTROL, "public, max-age=31536000, immutable")
        .add("x-content-type-options", "nosniff");
  }

  private static ResponseHeadersBuilder guarded(HttpStatus status) {
    return ResponseHeaders.builder(status)
        .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .add("content-security-policy", POLICY)
        .add("x-content-type-options", "nosniff")
        .add("x-frame-options", "DENY")
        .add("referrer-policy", "same-origin")
        .add("cross-origin-opener-policy", "same-origin");
  }
}
