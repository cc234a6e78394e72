package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.common.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What changes is told to whoever looks, and asked for once however many look. */
class LiveTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedSite site = new SharedSite();

  /** The best of a few: a machine that does ten things at once is late with all of them. */
  @Test
  void aChangeIsSeenWithinASecondWithoutAsking() {
    Duration best = Duration.ofDays(1);
    try (var browser = site.browser();
        var tab = new Watching(browser, "/jobs?topic=seen")) {
      await().atMost(SOON).until(() -> !tab.events.isEmpty());
      for (int n = 0; n < 5; n++) {
        long before = System.nanoTime();
        var job = site.pulse().submit("live.one", n, o -> o.topic("seen"));
        await()
            .atMost(SOON)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> tab.saw("job-" + job.id()));
        Duration took = Duration.ofNanos(System.nanoTime() - before);
        best = took.compareTo(best) < 0 ? took : best;
      }
    }
    assertThat(best).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void fiftyTabsAskTheServerAsMuchAsOneDoes() throws Exception {
    var drawn = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var live = new Live(threads, Duration.ofMillis(5))) {
      var tabs = new ArrayList<HttpResponse>();
      for (int tab = 0; tab < 50; tab++) {
        tabs.add(live.follow("/same", "", () -> "drawn " + drawn.incrementAndGet()));
      }
      assertThat(live.watched()).isOne();
      await().atMost(SOON).until(() -> drawn.get() > 5);
      long begun = System.nanoTime();
      int before = drawn.get();
      await().atMost(SOON).until(() -> drawn.get() > before + 20);
      long after = drawn.get(); // between the two looks at the clock, whatever comes between
      long turns = (System.nanoTime() - begun) / Duration.ofMillis(5).toNanos();
      assertThat(after - before).isLessThanOrEqualTo(turns + 5);
      tabs.forEach(HttpResponse::abort);
      await().atMost(SOON).until(() -> live.watched() == 0);
    }
  }

  @Test
  void whereNobodyLooksNothingIsDrawn() {
    var drawn = new AtomicInteger();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var live = new Live(threads, Duration.ofMillis(2))) {
      HttpResponse tab = live.follow("/a", "", () -> "same" + drawn.incrementAndGet());
      await().atMost(SOON).until(() -> drawn.get() > 2);
      tab.abort();
      await().atMost(SOON).until(() -> live.watched() == 0);
      int last = drawn.get();
      for (int nudge = 0; nudge < 5; nudge++) {
        live.nudge();
      }
      HttpResponse again = live.follow("/b", "", () -> "b");
      assertThat(drawn.get()).as("but for one that was under way").isLessThanOrEqualTo(last + 1);
      again.abort();
    }
  }

  @Test
  void aTabThatShowsWhatThereIsIsToldNothing() {
    try (var browser = site.browser()) {
      var screen = new AtomicReference<>(browser.page("/jobs?topic=quiet"));
      String seen = screen.get().replaceAll("(?s).*data-seen=\"([^\"]*)\".*", "$1");
      try (var tab = new Watching(browser, "/jobs?topic=quiet", seen);
          var other = new Watching(browser, "/jobs?topic=quiet", "another")) {
        await().atMost(SOON).until(() -> !other.events.isEmpty());
        assertThat(other.events.getFirst()).contains("id: " + seen);
        assertThat(tab.events).allMatch(event -> event.contains("id: " + seen));
      }
    }
  }

  @Test
  void streamsEndWhenTheDashboardIsClosed() {
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var dashboard =
        new Dashboard(site.pulse(), dev.pulse.server.auth.Authentication::user, _ -> site.pulse());
    var server = SharedSite.serve(dashboard, dev.pulse.server.auth.Users.NONE, threads);
    try (var browser = new Browser("http://127.0.0.1:" + server.activeLocalPort());
        var tab = new Watching(browser, "/")) {
      await().atMost(SOON).until(() -> !tab.events.isEmpty());
      dashboard.close();
      await().atMost(SOON).until(tab::hasEnded);
      assertThat(browser.open("/live?at=/").statusCode()).isEqualTo(200);
    } finally {
      server.close();
      threads.close();
    }
  }
}
