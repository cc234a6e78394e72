package dev.pulse.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A tab that reads a stream of events: what it was told, each event as one text. */
final class Watching implements AutoCloseable {
  private final InputStream body;
  private final BufferedReader stream;
  private final Thread reader;
  final List<String> events = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  Watching(Browser browser, String at) {
    this(browser, at, "");
  }

  Watching(Browser browser, String at, String seen) {
    var answer = browser.open("/live?at=" + Text.url(at) + "&seen=" + seen);
    if (answer.statusCode() != 200) {
      throw new AssertionError("the stream answers " + answer.statusCode());
    }
    body = answer.body();
    stream = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    reader = Thread.ofVirtual().start(this::read);
  }

  private void read() {
    var event = new StringBuilder();
    try {
      for (String line = stream.readLine(); line != null; line = stream.readLine()) {
        if (!line.isEmpty()) {
          event.append(line).append('\n');
        } else if (event.indexOf("event: ") == 0) {
          events.add(event.toString());
          event.setLength(0);
        } else {
          event.setLength(0);
        }
      }
    } catch (IOException e) {
      // the test is over
    } finally {
      ended = true;
    }
  }

  boolean hasEnded() {
    return ended;
  }

  boolean saw(String text) {
    return events.stream().anyMatch(event -> event.contains(text));
  }

  @Override
  public void close() {
    try {
      body.close(); // not the reader, which waits for the next line
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reader.interrupt();
  }
}
