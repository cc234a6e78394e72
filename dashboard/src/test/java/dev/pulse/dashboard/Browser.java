package dev.pulse.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a browser does, as far as plain HTTP tells: it keeps cookies and repeats a page's token. */
final class Browser implements AutoCloseable {
  private static final Pattern TOKEN = Pattern.compile("\"X-Pulse-Form\":\"([^\"]+)\"");

  private final String base;
  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  Browser(String base) {
    this.base = base;
  }

  String base() {
    return base;
  }

  HttpResponse<String> get(String path) {
    return send(to(path));
  }

  /** The page, which must be there. */
  String page(String path) {
    HttpResponse<String> answer = get(path);
    if (answer.statusCode() != 200) {
      throw new AssertionError(path + " answers " + answer.statusCode() + ": " + answer.body());
    }
    return answer.body();
  }

  /** Posts a form of a page that was opened before. */
  HttpResponse<String> post(String path, Map<String, String> form) {
    var matcher = TOKEN.matcher(page("/"));
    if (!matcher.find()) {
      throw new AssertionError("the page has no token");
    }
    return send(posting(path, form).header(FormToken.HEADER, matcher.group(1)));
  }

  HttpRequest.Builder posting(String path, Map<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(field -> field.getKey() + "=" + Text.url(field.getValue()))
            .collect(Collectors.joining("&"));
    return to(path)
        .header("content-type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(body));
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(base + path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<InputStream> open(String path) {
    return send(to(path), HttpResponse.BodyHandlers.ofInputStream());
  }

  private <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
