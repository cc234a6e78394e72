package dev.pulse.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Looks at the port a server would listen on: it is free, or a Pulse has it already. */
final class PortCheck {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private PortCheck() {}

  static Finding of(InetSocketAddress address, boolean tls) {
    String shown = address.getHostString() + ":" + address.getPort();
    try (var socket = new ServerSocket()) {
      socket.setReuseAddress(
          true); // as the server does: a connection that ended lately is no hindrance
      socket.bind(address);
      return Finding.ok("port", shown + " is free");
    } catch (IOException e) {
      if (tls) {
        return Finding.warn("port", shown + " is taken, it may be by a Pulse with TLS");
      }
      return served(address, shown);
    }
  }

  private static Finding served(InetSocketAddress address, String shown) {
    String host = address.getAddress().isAnyLocalAddress() ? "127.0.0.1" : address.getHostString();
    try (var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://%s:%d/readyz".formatted(host, address.getPort())))
              .timeout(PATIENCE)
              .build();
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.body().contains("\"ready\"")) {
        return Finding.ok("port", shown + " is a Pulse that is ready");
      }
      if (answer.body().contains("not_ready")) {
        return Finding.wrong("port", shown + " is a Pulse that is not ready: see what it logs");
      }
    } catch (IOException e) {
      return taken(shown);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return taken(shown);
  }

  private static Finding taken(String shown) {
    return Finding.wrong(
        "port", shown + " is taken by another program: choose another with --listen");
  }
}
