package dev.pulse.server.postgres;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** A database address as people write it, and as JDBC wants it. */
final class DatabaseUrl {
  private DatabaseUrl() {}

  static String jdbc(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      return url;
    }
    URI uri = parse(url);
    var jdbc = new StringBuilder("jdbc:postgresql://").append(uri.getHost());
    if (uri.getPort() > 0) {
      jdbc.append(':').append(uri.getPort());
    }
    jdbc.append(uri.getRawPath());
    String separator = "?";
    if (uri.getUserInfo() != null) {
      String[] who = uri.getUserInfo().split(":", 2);
      jdbc.append(separator).append("user=").append(encoded(who[0]));
      separator = "&";
      if (who.length == 2) {
        jdbc.append("&password=").append(encoded(who[1]));
      }
    }
    if (uri.getRawQuery() != null) {
      jdbc.append(separator).append(uri.getRawQuery());
    }
    return jdbc.toString();
  }

  static String redacted(String url) {
    return url.replaceAll("//([^:/@]+):[^@]*@", "//$1:***@")
        .replaceAll("password=[^&]*", "password=***");
  }

  private static URI parse(String url) {
    try {
      var uri = new URI(url);
      boolean known = "postgres".equals(uri.getScheme()) || "postgresql".equals(uri.getScheme());
      if (known && uri.getHost() != null && uri.getPath().length() > 1) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new PostgresTrouble("not a database address: " + redacted(url), e);
    }
    throw new PostgresTrouble(
        "not a database address: " + redacted(url) + " (expected postgres://user@host/database)");
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8);
  }
}
