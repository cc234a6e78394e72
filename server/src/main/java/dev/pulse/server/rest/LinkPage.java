package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import dev.pulse.server.run.Wait;
import org.jspecify.annotations.Nullable;

/** The small page behind an approval link: plain HTML, no script, everything escaped. */
record LinkPage(HttpStatus status, String html) implements Outgoing {
  static LinkPage saying(HttpStatus status, String title, String text) {
    return new LinkPage(status, framed(title, "<p>" + escaped(text) + "</p>"));
  }

  static LinkPage asking(Wait wait, @Nullable String payload) {
    String question = wait.question() == null ? "Somebody has to say so." : wait.question();
    String until = wait.expiresAt() == null ? "" : " until " + wait.expiresAt();
    String form =
        """
      <p>%s</p>
      <p>Run <b>%s</b> waits for <b>%s</b>%s.</p>
      <form method="post">
      <p><label>Answer, as JSON (may be empty)<br><textarea name="payload" rows="4" cols="60">%s</textarea></label></p>
      <p><button type="submit">Deliver</button></p>
      </form>
      """
            .formatted(
                escaped(question),
                escaped(wait.runName()),
                escaped(wait.signal()),
                escaped(until),
                escaped(payload == null ? "" : payload));
    return new LinkPage(HttpStatus.OK, framed("An answer is needed", form));
  }

  private static String framed(String title, String body) {
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>%s</title>
      <meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"></head>
      <body><main><h1>%s</h1>
      %s
      </main></body></html>
      """
        .formatted(escaped(title), escaped(title), body);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public HttpResponse send() {
    return HttpResponse.of(
        ResponseHeaders.builder(status)
            .contentType(MediaType.HTML_UTF_8)
            .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
            .add(HttpHeaderNames.REFERRER_POLICY, "same-origin") // the address is the secret
            .add(
                HttpHeaderNames.CONTENT_SECURITY_POLICY,
                "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
            .add(HttpHeaderNames.X_CONTENT_TYPE_OPTIONS, "nosniff")
            .build(),
        HttpData.ofUtf8(html));
  }
}
