package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Limit;
import dev.pulse.Outcome;
import dev.pulse.Pause;
import dev.pulse.Schedule;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the pages show is what the server has, and what is done on them is done. */
class PagesTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedSite site = new SharedSite();

  private Browser browser;

  @BeforeEach
  void open() {
    browser = site.browser();
  }

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void aJobThatWaitsSaysWhyAndCanBeCanceledAndStartedOver() {
    UUID id = site.pulse().submit("wait.alone", Map.of("n", 1), o -> o.topic("lonely")).id();
    assertThat(browser.page("/jobs/" + id)).contains("wait.alone", "No worker", "\"n\" : 1");
    done(browser.post("/jobs/" + id + "/cancel", Map.of()), "is canceled");
    assertThat(site.pulse().job(id).status()).isEqualTo(JobStatus.CANCELED);
    HttpResponse<String> again = browser.post("/jobs/" + id + "/cancel", Map.of());
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body()).contains("toast wrong");
    done(browser.post("/jobs/" + id + "/retry", Map.of()), "starts over");
    assertThat(site.pulse().job(id).status()).isEqualTo(JobStatus.PENDING);
  }

  @Test
  void deadLettersAreStartedOverTogether() {
    kill("dead.a", 3);
    kill("dead.b", 1);
    String page = browser.page("/jobs?status=DEAD_LETTERED&topic=graves&q=dead.a");
    assertThat(page).contains("Retry dead letters dead.a of topic graves?", "broken for good");
    Map<String, String> form = Map.of("topic", "graves", "name", "dead.a");
    done(browser.post("/dead/retry", form), "3 jobs started over");
    done(browser.post("/dead/purge", Map.of("topic", "graves")), "1 job deleted");
    assertThat(browser.page("/jobs?status=DEAD_LETTERED&topic=graves")).contains("No dead letters");
  }

  private static void kill(String name, int count) {
    try (var _ =
        site.pulse()
            .worker()
            .topic("graves")
            .handle(name, _ -> Outcome.failForGood("broken for good"))
            .start()) {
      for (int n = 0; n < count; n++) {
        UUID id = site.pulse().submit(name, n, o -> o.topic("graves")).id();
        await().atMost(SOON).until(() -> site.pulse().job(id).status() == JobStatus.DEAD_LETTERED);
      }
    }
  }

  @Test
  void theListGoesOnPageByPageAndFindsAJobByItsId() {
    UUID last = null;
    for (int n = 0; n < 51; n++) {
      last = site.pulse().submit("paged", n, o -> o.topic("paging")).id();
    }
    String first = browser.page("/jobs?topic=paging");
    assertThat(first).contains("job-" + last, "Next page").doesNotContain("First page");
    String next = first.replaceAll("(?s).*href=\"([^\"]*)\" rel=\"next\".*", "$1");
    String second = browser.page(next.replace("&amp;", "&"));
    assertThat(second.split("<tr id=\"job-", -1)).hasSize(2);
    assertThat(second).contains("First page").doesNotContain("Next page");
    assertThat(browser.page("/jobs?q=" + last)).contains("job-" + last);
  }

  @Test
  void theLogOfARunningJobIsSeenAsItIsWritten() {
    var more = new CountDownLatch(1);
    try (var _ =
        site.pulse()
            .worker()
            .topic("logging")
            .handle(
                "talk",
                context -> {
                  context.log("the first line");
                  more.await();
                  context.log("the second line");
                  return Outcome.done(Map.of("said", "all"));
                })
            .start()) {
      UUID id = site.pulse().submit("talk", null, o -> o.topic("logging")).id();
      await().atMost(SOON).until(() -> site.pulse().job(id).status() == JobStatus.RUNNING);
      try (var tab = new Watching(browser, "/jobs/" + id)) {
        await().atMost(SOON).until(() -> tab.saw("the first line"));
        assertThat(tab.saw("the second line")).isFalse();
        more.countDown();
        await().atMost(SOON).until(() -> tab.saw("the second line") && tab.saw("\"said\" : \"all"));
      }
    }
  }

  @Test
  void aScheduleIsPausedResumedTriggeredAndDeleted() {
    site.pulse()
        .schedules()
        .put("night shift", s -> s.cron("0 3 * * *").job("sweep", null, o -> o.topic("night")));
    String path = "/schedules/night%20shift";
    assertThat(browser.page(path)).contains("night shift", "0 3 * * *", "03:00:00Z");
    done(browser.post(path + "/pause", Map.of()), "is paused");
    assertThat(schedule().paused()).isTrue();
    assertThat(browser.page(path)).contains("it does not fire");
    done(browser.post(path + "/resume", Map.of()), "fires again");
    done(browser.post(path + "/trigger", Map.of()), "is submitted");
    assertThat(browser.page(path)).contains("<tr id=\"fire-");
    HttpResponse<String> deleted = browser.post(path + "/delete", Map.of());
    assertThat(deleted.headers().firstValue("hx-redirect")).contains("/schedules");
    assertThat(browser.get(path).statusCode()).isEqualTo(404);
  }

  private static Schedule schedule() {
    return site.pulse().schedules().find("night shift").orElseThrow();
  }

  @Test
  void aTopicIsPausedWithAReasonAndResumed() {
    HttpResponse<String> unexplained = browser.post("/dispatch/pause", Map.of("topic", "slow"));
    assertThat(unexplained.statusCode()).isEqualTo(400);
    assertThat(unexplained.body()).contains("Please give a reason");
    done(browser.post("/dispatch/pause", Map.of("topic", "slow", "reason", "lunch")), "is paused");
    assertThat(site.pulse().pauses())
        .filteredOn(pause -> "slow".equals(pause.topic()))
        .extracting(Pause::reason)
        .containsExactly("lunch");
    assertThat(browser.page("/dispatch")).contains("lunch");
    assertThat(browser.page("/")).contains("Topic slow");
    done(browser.post("/dispatch/resume", Map.of("topic", "slow")), "handed out again");
    assertThat(browser.page("/dispatch")).doesNotContain("lunch");
  }

  @Test
  void aLimitIsMadeChangedPausedResumedAndDeleted() {
    done(browser.post("/limits", Map.of("name", "a b", "max_running", "2")), "is set");
    assertThat(browser.page("/limits")).contains("a b running: 0 %", "0 / 2");
    String path = "/limits/a%20b";
    done(browser.post(path, Map.of("starts", "30", "per", "5m")), "is set");
    assertThat(limit().maxRunning()).isNull();
    assertThat(limit().rate()).isEqualTo(new Limit.Rate(30, Duration.ofMinutes(5)));
    done(browser.post(path + "/pause", Map.of("for", "2h", "reason", "quota")), "paused for 2h");
    assertThat(browser.page("/")).contains("Limit a b", "quota");
    done(browser.post(path + "/resume", Map.of()), "admits jobs again");
    assertThat(limit().paused()).isEmpty();
    assertThat(browser.post(path, Map.of("max_running", "many")).body())
        .contains("is a whole number");
    done(browser.post(path + "/delete", Map.of()), "is deleted");
    assertThat(site.pulse().limits().find("a b")).isEmpty();
  }

  private static Limit limit() {
    return site.pulse().limits().find("a b").orElseThrow();
  }

  @Test
  void theOverviewTellsWhatHappenedInTheLastHour() {
    try (var _ = site.pulse().worker().topic("hour").handle("count", _ -> Outcome.done()).start()) {
      Job job =
          site.pulse().submit("count", null, o -> o.topic("hour")).await(Duration.ofMinutes(1));
      assertThat(job.status()).isEqualTo(JobStatus.COMPLETED);
    }
    // Servers add what they counted every few seconds.
    await().atMost(Duration.ofMinutes(1)).until(() -> browser.page("/").contains("bar a\" d=\"M"));
  }

  private static void done(HttpResponse<String> answer, String message) {
    assertThat(answer.body()).contains("toast well", message);
    assertThat(answer.statusCode()).isEqualTo(200);
  }
}
