package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.log.LogReader;
import dev.pulse.server.log.News;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What an attempt wrote: as far as it is, or as events while it grows (A7). */
final class LogRoutes {
  private final AttemptLogs logs;
  private final Executor blocking;

  LogRoutes(AttemptLogs logs, Executor blocking) {
    this.logs = logs;
    this.blocking = blocking;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                RestApi.ROOT + "/jobs/{id}/log",
                call -> call.wantsEvents() ? EventStream.of(follow(call), blocking) : read(call))
            .taking(Duration.ZERO));
  }

  private Answer read(Call call) {
    try (LogReader reader = reader(call)) {
      var told = new Told(call.query("after"));
      while (told.takes(reader.next(Duration.ZERO))) {}
      return Answer.ok(told::write);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** A log is bounded, so what there is of it fits into one answer. */
  private static final class Told {
    private final StringBuilder text = new StringBuilder();
    private int attempt;
    private @Nullable String after;
    private boolean ended;

    Told(@Nullable String after) {
      this.after = after;
    }

    /** False: that was all. */
    boolean takes(News news) {
      return switch (news) {
        case News.Text(int number, String cursor, String more) -> {
          attempt = number;
          after = cursor;
          text.append(more);
          yield true;
        }
        case News.Quiet _ -> false;
        case News.Over _ -> {
          ended = true;
          yield false;
        }
      };
    }

    void write(JsonGenerator json) throws IOException {
      json.writeStartObject();
      if (attempt == 0) {
        json.writeNullField("attempt");
      } else {
        json.writeNumberField("attempt", attempt);
      }
      json.writeStringField("text", text.toString());
      JobJson.text(json, "after", after);
      json.writeBooleanField("ended", ended);
      json.writeEndObject();
    }
  }

  private EventStream.Source follow(Call call) {
    LogReader reader = reader(call);
    News first;
    try {
      first = reader.next(Duration.ZERO); // what is wrong is told before the stream begins
    } catch (InterruptedException | RuntimeException e) {
      reader.close();
      throw e instanceof RuntimeException refused ? refused : new IllegalStateException(e);
    }
    return events -> {
      try (reader) {
        tell(events, reader, first);
      }
    };
  }

  private static void tell(EventStream events, LogReader reader, News first)
      throws InterruptedException {
    for (News news = first; events.isOpen(); news = reader.next(EventStream.BREATH)) {
      switch (news) {
        case News.Text text -> events.event(text.cursor(), "log", json -> write(json, text));
        case News.Quiet _ -> events.breathe();
        case News.Over _ -> {
          events.event("end", json -> json.writeRaw("{}"));
          return;
        }
      }
    }
  }

  private static void write(JsonGenerator json, News.Text text) throws IOException {
    json.writeStartObject();
    json.writeNumberField("attempt", text.attempt());
    json.writeStringField("text", text.text());
    json.writeEndObject();
  }

  /** A reader that comes back says where it was by a header, whatever its address says. */
  private LogReader reader(Call call) {
    call.accepting("attempt", "after");
    int attempt = call.query("attempt", 0);
    if (attempt < 1 && call.query("attempt") != null) {
      throw Refused.field("attempt", "counts from 1");
    }
    String seen = call.wantsEvents() ? call.lastEvent() : null;
    return logs.reader(call.id(), attempt, seen == null ? call.query("after") : seen);
  }
}
