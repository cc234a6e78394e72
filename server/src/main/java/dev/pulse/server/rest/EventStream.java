package dev.pulse.server.rest;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.ServiceRequestContext;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Server-sent events, written by a thread that may wait, at the pace of whoever reads. */
final class EventStream {
  private static final Logger log = LoggerFactory.getLogger(EventStream.class);

  private final HttpResponseWriter response;

  private EventStream(HttpResponseWriter response) {
    this.response = response;
  }

  /** Tells what there is to tell, until it is over or nobody listens. */
  interface Source {
    void tell(EventStream events) throws InterruptedException;
  }

  static HttpResponse open(ServiceRequestContext context, Source source, Executor threads) {
    context.clearRequestTimeout();
    HttpResponseWriter response = HttpResponse.streaming();
    response.write(
        ResponseHeaders.builder(HttpStatus.OK)
            .contentType(MediaType.EVENT_STREAM)
            .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
            .build());
    threads.execute(() -> tell(source, response));
    return response;
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
