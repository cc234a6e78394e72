package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever strangers write is shown, bounded, and never obeyed (H6). */
class HostileTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedSite site = new SharedSite();

  private static final String TOPIC = "<b>hostile</b>";
  private static final String EVIL =
      "<script>alert(1)</script>\"><img src=x onerror=alert(2)>'--></pre></textarea>\u202Eevil";
  private static final String LONG = "long".repeat(25_000);
  private static UUID job;

  @BeforeAll
  static void aJobThatMeansHarm() {
    try (var _ =
        site.pulse()
            .worker()
            .topic(TOPIC)
            .handle(
                EVIL,
                context -> {
                  context.log(EVIL);
                  context.log(LONG);
                  return Outcome.failForGood(EVIL + LONG, Map.of(EVIL, LONG));
                })
            .start()) {
      job =
          site.pulse()
              .submit(EVIL, Map.of(EVIL, LONG), options -> options.topic(TOPIC).uniqueKey(EVIL))
              .id();
      await().atMost(SOON).until(() -> site.pulse().job(job).status() == JobStatus.DEAD_LETTERED);
    }
    site.pulse().limits().set(EVIL, limit -> limit.maxRunning(1));
    site.pulse().pause(TOPIC, EVIL);
    site.pulse()
        .schedules()
        .put(EVIL, s -> s.cron("0 0 1 1 *").job(EVIL, EVIL, o -> o.topic(TOPIC)));
  }

  @Test
  void everyPageShowsItAsTextAndStaysWhole() {
    Job dead = site.pulse().job(job);
    try (var browser = site.browser()) {
      for (String path :
          new String[] {
            "/",
            "/jobs",
            "/jobs?topic=" + Text.url(TOPIC),
            "/jobs?q=" + Text.url(EVIL),
            "/jobs?status=DEAD_LETTERED&q=" + Text.url(EVIL),
            "/jobs/" + dead.id(),
            "/schedules",
            "/schedules/" + Text.url(EVIL),
            "/dispatch",
            "/limits"
          }) {
        assertHarmless(path, browser.page(path));
      }
    }
  }

  @Test
  void whatIsWrongIsRepeatedAsTextToo() {
    try (var browser = site.browser()) {
      for (String path :
          new String[] {
            "/jobs?status=" + Text.url(EVIL),
            "/jobs/" + Text.url(EVIL),
            "/schedules/" + Text.url(EVIL + "x"),
            "/nothing/" + Text.url(EVIL)
          }) {
        var answer = browser.get(path);
        assertThat(answer.statusCode()).as(path).isBetween(400, 404);
        assertHarmless(path, answer.body());
      }
      var answer = browser.post("/limits/x/pause", Map.of("for", EVIL, "reason", EVIL));
      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).contains("&lt;script&gt;").doesNotContain("<script");
    }
  }

  @Test
  void aStreamTellsItAsTextToo() {
    try (var browser = site.browser();
        var tab = new Watching(browser, "/jobs/" + job)) {
      await().atMost(SOON).until(() -> !tab.events.isEmpty());
      assertThat(tab.events.getFirst())
          .contains("&lt;script&gt;")
          .doesNotContain("<script", "<img src=x")
          .hasSizeLessThan(200_000);
    }
  }

  private static void assertHarmless(String path, String page) {
    assertThat(page)
        .as(path)
        .doesNotContain("<script>alert", "<img src=x", "<b>hostile")
        .contains("</html>")
        .hasSizeLessThan(200_000);
    assertThat(Pattern.compile("<script").matcher(page).results().count()).as(path).isEqualTo(2);
    assertThat(Pattern.compile("<main").matcher(page).results().count()).as(path).isOne();
    assertThat(Pattern.compile("\\son[a-z]+=(?=[^>]*>)").matcher(tags(page)).find())
        .as(path + " has a handler in a tag")
        .isFalse();
  }

  /** The names of attributes in tags alone: what stands in quotes is text. */
  private static String tags(String page) {
    var tags = new StringBuilder();
    var matcher = Pattern.compile("<[a-z][^<>]*>").matcher(page);
    while (matcher.find()) {
      tags.append(matcher.group().replaceAll("\"[^\"]*\"|'[^']*'", "\"\"")).append('\n');
    }
    return tags.toString();
  }
}
