package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import dev.pulse.server.run.Run;
import dev.pulse.server.run.RunEvent;
import dev.pulse.server.run.Runs;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * A run's events as server-sent events (N11). The number is the event's id, so a client that lost
 * its connection goes on where it was; the stream ends with the run.
 */
final class EventFeed {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int CHUNK = 200;
  private static final long SIGN_OF_LIFE_SECONDS = 15;
  private static final ResponseHeaders HEADERS =
      ResponseHeaders.builder(HttpStatus.OK)
          .contentType(MediaType.EVENT_STREAM)
          .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
          .add("x-accel-buffering", "no") // proxies hold streams back otherwise
          .build();

  private final Runs runs;
  private final Executor blocking;

  EventFeed(Runs runs, Executor blocking) {
    this.runs = runs;
    this.blocking = blocking;
  }

  /** To whoever has read a closed run to its end, 204: a browser would come back for ever. */
  Outgoing open(Run run, int after) {
    if (run.status().isClosed() && after >= run.events()) {
      return () -> HttpResponse.of(HttpStatus.NO_CONTENT);
    }
    return () -> {
      HttpResponseWriter writer = HttpResponse.streaming();
      writer.write(HEADERS);
      blocking.execute(() -> pump(writer, run.id(), after));
      return writer;
    };
  }

  private void pump(HttpResponseWriter writer, UUID run, int from) {
    int after = from;
    try {
      while (writer.isOpen()) {
        CompletableFuture<Void> more = runs.moreEvents(run, after);
        boolean over = isOver(run); // before the events: what is closed has no later ones
        List<RunEvent> events = runs.events(run, after, CHUNK);
        if (!events.isEmpty()) {
          more.cancel(false);
          after = events.getLast().number();
          write(writer, events);
        } else if (over) {
          more.cancel(false);
          break;
        } else {
          await(writer, more);
        }
      }
      writer.close();
    } catch (RuntimeException e) {
      writer.close(e);
    }
  }

  private boolean isOver(UUID run) {
    return runs.isDraining() || runs.head(run).map(found -> found.status().isClosed()).orElse(true);
  }

  private static void await(HttpResponseWriter writer, CompletableFuture<Void> more) {
    boolean told =
        CompletableFuture.anyOf(more, writer.whenComplete())
            .handle((_, _) -> true)
            .completeOnTimeout(false, SIGN_OF_LIFE_SECONDS, TimeUnit.SECONDS)
            .join();
    more.cancel(false);
    if (!told) {
      var _ = writer.tryWrite(HttpData.ofUtf8(": still here\n\n"));
    }
  }

  /** One batch at a time: a slow reader holds up itself and nothing else. */
  private static void write(HttpResponseWriter writer, List<RunEvent> events) {
    var text = new StringBuilder();
    for (RunEvent event : events) {
      text.append("id: ").append(event.number()).append('\n');
      text.append("event: ").append(event.type()).append('\n');
      text.append("data: ").append(json(event)).append("\n\n");
    }
    if (writer.tryWrite(HttpData.ofUtf8(text))) {
      writer.whenConsumed().join();
    }
  }

  private static String json(RunEvent event) {
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      RunJson.event(json, event);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail to be written
    }
    return text.toString();
  }
}
