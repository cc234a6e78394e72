package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server-sent events, written by a thread that may wait, at the pace of whoever reads. */
final class EventStream {
  private static final Logger log = LoggerFactory.getLogger(EventStream.class);

  /** How long a silence may be before a proxy would take it for the end. */
  static final Duration BREATH = Duration.ofSeconds(15);

  private static final ResponseHeaders HEADERS =
      ResponseHeaders.builder(HttpStatus.OK)
          .contentType(MediaType.EVENT_STREAM)
          .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
          .add("x-accel-buffering", "no") // proxies hold streams back otherwise
          .build();

  private final HttpResponseWriter response;

  private EventStream(HttpResponseWriter response) {
    this.response = response;
  }

  /** Tells what there is to tell, until it is over or nobody listens. */
  interface Source {
    void tell(EventStream events) throws InterruptedException;
  }

  /** An answer that goes on as long as there is something to tell; its route takes that long. */
  static Outgoing of(Source source, Executor threads) {
    return () -> {
      HttpResponseWriter response = HttpResponse.streaming();
      response.write(HEADERS);
      threads.execute(() -> tell(source, response));
      return response;
    };
  }

  /** However it ends, a reader that was not told the end comes back with its last event's id. */
  private static void tell(Source source, HttpResponseWriter response) {
    try {
      source.tell(new EventStream(response));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.debug("a stream of events ends: {}", e.toString());
    } finally {
      response.close();
    }
  }

  boolean isOpen() {
    return response.isOpen();
  }

  /** Waits until there is news or nobody listens; now and then it says that it is still there. */
  void await(CompletableFuture<Void> news) {
    boolean told =
        CompletableFuture.anyOf(news, response.whenComplete())
            .handle((_, _) -> true)
            .completeOnTimeout(false, BREATH.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    if (!told) {
      breathe();
    }
  }

  /** One event, its id being where a reader that comes back goes on. */
  void event(String id, String type, Answer.Writer data) {
    write("id: %s\nevent: %s\ndata: ".formatted(id, type), Answer.ok(data).body());
  }

  void event(String type, Answer.Writer data) {
    write("event: %s\ndata: ".formatted(type), Answer.ok(data).body());
  }

  /** Nothing to tell, but still there. */
  void breathe() {
    write(":", HttpData.empty());
  }

  /** JSON in one line needs no more than these ends. */
  private void write(String head, HttpData body) {
    HttpData text = HttpData.ofUtf8(head + body.toStringUtf8() + "\n\n");
    if (response.tryWrite(text)) {
      try {
        response.whenConsumed().join();
      } catch (CompletionException e) {
        log.debug("nobody reads on: {}", e.toString());
      }
    }
  }
}
