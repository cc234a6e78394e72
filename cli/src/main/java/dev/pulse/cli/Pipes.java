package dev.pulse.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The ends of a command's standard streams that we hold. Its lines are told as they come. However
 * much it writes, it is never kept waiting for long, and what we keep is bounded.
 */
final class Pipes {
  /** As much as the server takes for a result. */
  private static final int LARGEST_RESULT = 1 << 20;

  /** Text becomes a JSON string, in which one character may take six. */
  private static final int LONGEST_TEXT = LARGEST_RESULT / 8;

  /** The SDK keeps the beginning of an error; of stderr the end is what matters. */
  private static final int LAST_WORDS = 3500;

  private final OutputHead out = new OutputHead(LARGEST_RESULT);
  private final OutputTail err = new OutputTail(LAST_WORDS);
  private final CountDownLatch open = new CountDownLatch(2);

  /**
   * @param lines told every line, of stdout and of stderr, by the thread that reads it
   */
  Pipes(Process process, String input, Consumer<String> lines) {
    // Threads of the platform: reading a pipe would hold a carrier of the virtual ones.
    thread("stdin", () -> feed(process.getOutputStream(), input));
    thread("stdout", () -> drain(process.getInputStream(), out::add, lines));
    thread("stderr", () -> drain(process.getErrorStream(), err::add, lines));
  }

  boolean drainedWithin(Duration atMost) throws InterruptedException {
    return open.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Stdout as JSON: as it is where it is JSON, else as a string; empty when there was none. */
  Optional<String> result() {
    String text = out.text().strip();
    if (out.isWhole() && text.isEmpty()) {
      return Optional.empty();
    }
    if (out.isWhole() && JsonText.fault(text).isEmpty()) {
      return Optional.of(text);
    }
    boolean cut = !out.isWhole() || text.length() > LONGEST_TEXT;
    String kept =
        cut ? "%s… [cut, %d bytes in all]".formatted(head(text, LONGEST_TEXT), out.total()) : text;
    return Optional.of(JsonText.quoted(kept));
  }

  /** The end of stderr; empty when there was none. */
  Optional<String> lastWords() {
    return Optional.of(err.text().strip()).filter(text -> !text.isEmpty());
  }

  private static String head(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean halved = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, halved ? longest - 1 : longest);
  }

  private static void feed(OutputStream stdin, String input) {
    try (stdin) {
      stdin.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return; // a command need not read its input
    }
  }

  /** Takes part of what was read. */
  private interface Sink {
    void add(byte[] bytes, int length);
  }

  private void drain(InputStream from, Sink sink, Consumer<String> lines) {
    byte[] buffer = new byte[8192];
    var splitter = new LineSplitter(lines);
    try {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        sink.add(buffer, read);
        splitter.add(buffer, read);
      }
    } catch (IOException e) {
      return; // the pipe is closed, which is all that was waited for
    } finally {
      splitter.end();
      open.countDown();
    }
  }

  private static void thread(String name, Runnable work) {
    Thread.ofPlatform().daemon().name("job-" + name).start(work);
  }
}
