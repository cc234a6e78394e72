package dev.pulse.server.rest;

import dev.pulse.server.run.RunEvent;
import dev.pulse.server.run.Runs;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * A run's events as they happen (N11). The number is the event's id, so a client that lost its
 * connection goes on where it was; the stream ends with the run.
 */
record EventFeed(Runs runs, UUID run, int from) implements EventStream.Source {
  private static final int CHUNK = 200;

  @Override
  public void tell(EventStream stream) {
    int after = from;
    while (stream.isOpen()) {
      CompletableFuture<Void> more = runs.moreEvents(run, after);
      boolean over = isOver(); // before the events: what is closed has no later ones
      List<RunEvent> events = runs.events(run, after, CHUNK);
      for (RunEvent event : events) {
        String number = Integer.toString(event.number());
        stream.event(number, event.type(), json -> RunJson.event(json, event));
        after = event.number();
      }
      if (events.isEmpty() && !over) {
        stream.await(more);
      }
      more.cancel(false);
      if (events.isEmpty() && over) {
        return;
      }
    }
  }

  private boolean isOver() {
    return runs.isDraining() || runs.head(run).map(found -> found.status().isClosed()).orElse(true);
  }
}
