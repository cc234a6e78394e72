package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who looks: a stream of server-sent events to one tab of a browser. A tab that reads
 * slowly is told the latest only; nothing piles up for it.
 */
final class Tab {
  private static final String BREATH = ":\n\n";

  private final HttpResponseWriter response = HttpResponse.streaming();
  private @Nullable String next;
  private boolean writing;

  HttpResponse response() {
    return response;
  }

  void begin() {
    response.write(Headers.STREAM);
    tell("retry: 1000\n\n");
  }

  boolean isOpen() {
    return response.isOpen();
  }

  /** Says that it is still there, so that nothing between takes the silence for the end. */
  synchronized void breathe() {
    if (!writing) {
      write(BREATH);
    }
  }

  synchronized void tell(String event) {
    if (writing) {
      next = event;
    } else {
      write(event);
    }
  }

  private void write(String event) {
    writing = response.tryWrite(HttpData.ofUtf8(event));
    if (writing) {
      var _ = response.whenConsumed().handle((_, _) -> written());
    }
  }

  private synchronized boolean written() {
    writing = false;
    String waiting = next;
    next = null;
    if (waiting != null) {
      write(waiting);
    }
    return true;
  }

  void end() {
    response.close();
  }
}
