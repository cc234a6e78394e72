package dev.pulse.server.rest;

import static dev.pulse.server.rest.Api.JOBS;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a careless or hostile peer sends disturbs nobody else (H4). */
class HostileTest {
  @RegisterExtension static final Api api = new Api();
  private static final int HUNDRED_MEGABYTES = 100_000_000;

  @AfterEach
  void othersAreServed() {
    assertThat(api.post(JOBS, "{\"name\":\"j\"}").status()).isEqualTo(201);
  }

  @Test
  void aBodyThatSaysItIsTooLargeIsRefusedUnread() throws IOException {
    String answer =
        raw("POST " + JOBS + " HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 413").contains("\"code\":\"too_large\"");
  }

  @Test
  void aBodyThatTurnsOutTooLargeIsRefusedEarly() throws IOException {
    try (var socket = new Socket("127.0.0.1", api.port())) {
      var out = socket.getOutputStream();
      out.write(("POST " + JOBS + "/batch HTTP/1.1\r\nHost: x\r\n").getBytes(ISO_8859_1));
      out.write("Transfer-Encoding: chunked\r\n\r\n".getBytes(ISO_8859_1));
      byte[] chunk = new byte[1 << 16];
      java.util.Arrays.fill(chunk, (byte) ' ');
      long sent = 0;
      try {
        while (sent < HUNDRED_MEGABYTES && socket.getInputStream().available() == 0) {
          out.write("10000\r\n".getBytes(ISO_8859_1));
          out.write(chunk);
          out.write("\r\n".getBytes(ISO_8859_1));
          sent += chunk.length;
        }
      } catch (IOException e) {
        assertThat(e).hasMessageMatching("(?i).*(reset|pipe|abort).*");
      }
      assertThat(sent).isLessThan(HUNDRED_MEGABYTES);
      assertThat(statusLine(socket.getInputStream())).startsWith("HTTP/1.1 413");
    }
  }

  @Test
  void garbageOnThePort() throws IOException {
    var random = new Random(7);
    for (int round = 0; round < 50; round++) {
      byte[] garbage = new byte[1 + random.nextInt(2000)];
      random.nextBytes(garbage);
      try (var socket = new Socket("127.0.0.1", api.port())) {
        socket.getOutputStream().write(garbage);
      }
    }
    assertThat(raw("\u0016\u0003\u0001\u0002\u0000\u0001hello\r\n\r\n"))
        .doesNotContain("Exception");
    assertThat(raw("GET / HTTP/9.9\r\n\r\n")).doesNotContain("Exception");
    assertThat(
            raw("GET " + JOBS + " HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(100_000) + "\r\n\r\n"))
        .doesNotContain("Exception");
  }

  @Test
  void manyConnectionsThatSayNothing() throws IOException {
    List<Socket> silent = new ArrayList<>();
    try {
      for (int count = 0; count < 500; count++) {
        var socket = new Socket("127.0.0.1", api.port());
        socket.getOutputStream().write("POST /Pulse".getBytes(ISO_8859_1));
        silent.add(socket);
      }
      othersAreServed();
    } finally {
      for (Socket socket : silent) {
        socket.close();
      }
    }
  }

  private static String raw(String request) throws IOException {
    try (var socket = new Socket("127.0.0.1", api.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      socket.shutdownOutput();
      try {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      } catch (java.net.SocketException e) {
        return ""; // cut off without a word
      }
    }
  }

  private static String statusLine(InputStream in) throws IOException {
    return new BufferedReader(new InputStreamReader(in, ISO_8859_1)).readLine();
  }
}
