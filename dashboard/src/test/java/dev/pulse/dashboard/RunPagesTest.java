package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.JobRequest;
import dev.pulse.NewRun;
import dev.pulse.Run;
import dev.pulse.RunStatus;
import dev.pulse.Wait;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs and what they wait for, seen and answered on pages (N1–N11, H6). */
class RunPagesTest {
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
  void aWaitIsAnsweredInPlaceAndTheReceiptNamesWhoDidIt() {
    UUID run = site.pulse().runs().start(asking("Ship <it>?"));
    String page = browser.page("/runs/" + run);
    assertThat(page).contains("Ship &lt;it&gt;?", "n-waiting", "run.suspended");
    String way = "/runs/" + run + "/waits/" + wait(run).id();
    HttpResponse<String> broken = browser.post(way, Map.of("payload", "{\"ok\":\n tru}"));
    assertThat(broken.statusCode()).isEqualTo(400);
    assertThat(broken.body()).contains("This is no JSON (line 2, column");
    assertThat(browser.post(way, Map.of("payload", "yes, please")).body())
        .contains("write a text between quotes: \"yes, please\"");
    assertThat(browser.post(way, Map.of("payload", "{} {}")).statusCode()).isEqualTo(400);
    assertThat(wait(run).isPending()).as("nothing was sent").isTrue();
    String payload = "{\"ok\": true, \"n\": 12345678901234567890123}";
    assertThat(browser.post(way, Map.of("payload", payload)).body()).contains("toast well");
    Wait answered = wait(run);
    assertThat(answered.receipt().payload().text()).contains("12345678901234567890123");
    await().atMost(SOON).until(() -> browser.page("/runs/" + run).contains("n-completed"));
    assertThat(browser.page("/runs/" + run))
        .contains("Receipts", "sha256", "12345678901234567890123");
    HttpResponse<String> late = browser.post(way, Map.of());
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("was already answered by");
  }

  @Test
  void theInboxHasTheOldestFirstAndForgetsWhatIsAnswered() {
    UUID first = site.pulse().runs().start(asking("the older one"));
    UUID second = site.pulse().runs().start(asking("the newer one"));
    String inbox = browser.page("/inbox");
    assertThat(inbox.indexOf("the older one"))
        .isPositive()
        .isLessThan(inbox.indexOf("the newer one"));
    browser.post("/runs/" + first + "/waits/" + wait(first).id(), Map.of());
    browser.post("/runs/" + second + "/cancel", Map.of());
    assertThat(browser.page("/inbox")).doesNotContain("the older one", "the newer one");
    assertThat(site.pulse().runs().get(first).waits().getFirst().receipt().payload()).isNull();
  }

  @Test
  void aRunIsCanceledAndStartedOver() {
    UUID run = site.pulse().runs().start(asking("over?"));
    assertThat(browser.post("/runs/" + run + "/cancel", Map.of()).body()).contains("is canceled");
    assertThat(site.pulse().runs().get(run).status()).isEqualTo(RunStatus.CANCELED);
    assertThat(browser.post("/runs/" + run + "/retry", Map.of()).body()).contains("starts over");
    assertThat(browser.page("/runs/" + run)).contains("round 2", "over?");
    browser.post("/runs/" + run + "/cancel", Map.of());
  }

  @Test
  void theListIsNarrowedAndGoesOnPageByPage() {
    for (int n = 0; n < 51; n++) {
      UUID run = site.pulse().runs().start(asking("one of many").id(new UUID(7, n)));
      site.pulse().runs().cancel(run);
    }
    String first = browser.page("/runs?status=canceled&name=asked");
    assertThat(first).contains("Next page").doesNotContain("First page", "s-waiting");
    String next = first.replaceAll("(?s).*href=\"([^\"]*)\" rel=\"next\".*", "$1");
    assertThat(browser.page(next.replace("&amp;", "&"))).contains("First page", "/runs/");
    assertThat(browser.page("/runs?name=nobody")).contains("No such runs");
    assertThat(browser.get("/runs/not-an-id").statusCode()).isEqualTo(404);
    assertThat(browser.get("/runs/" + UUID.randomUUID()).statusCode()).isEqualTo(404);
  }

  @Test
  void aRunOfAThousandNodesIsToldWithoutAPicture() {
    NewRun large = NewRun.of("large").chain();
    for (int n = 0; n < 1000; n++) {
      large.job("n" + n, JobRequest.of("nobody.does.it", null, o -> o.topic("nobody")));
    }
    UUID run = site.pulse().runs().start(large);
    assertThat(browser.page("/runs/" + run)).contains("Too large for a picture", "and 800 more");
    site.pulse().runs().cancel(run);
  }

  @Test
  void whatIsHostileInARunIsShownAsText() {
    String bad =
        "<script>alert(1)</script>\"><img src=x onerror=alert(1)>\u202E" + "x".repeat(3000);
    UUID run = site.pulse().runs().start(asking(bad));
    for (String path : List.of("/runs/" + run, "/inbox")) {
      assertThat(browser.page(path))
          .contains("&lt;script&gt;alert(1)")
          .doesNotContain("<script>alert", "<img src=x");
    }
    site.pulse().runs().cancel(run);
  }

  @Test
  void whatIsHostileOrNonsenseInAStatusDocumentIsShownAsText() {
    String bad = "<script>alert(1)</script>\"><img src=x onerror=alert(1)>\u202E";
    var statuses = site.pulse().statuses();
    var part = Map.of("number", 1, "title", bad, "status", bad, "agent", bad, "job", bad);
    var gate = Map.of("component", "x", "title", bad, "asks", bad);
    statuses.put(
        "plan",
        bad,
        Map.of(
            "folder",
            "active",
            "title",
            bad,
            "gate",
            gate,
            "stands",
            bad,
            "components",
            List.of(part)));
    statuses.put("plan", "nonsense", List.of(1, 2));
    var state = Map.of("name", bad, "kind", bad, "repeat", "many", "next", bad);
    statuses.put(
        "standing-agent",
        bad,
        Map.of(
            "states", List.of(state),
            "position", Map.of("state", bad),
            "forecast", List.of(Map.of("at", "soon", "action", bad)),
            "last_detail", bad));
    try {
      String name = Text.url(bad);
      for (String path :
          List.of("/plans", "/inbox", "/agents", "/plans/" + name, "/agents/" + name)) {
        assertThat(browser.page(path))
            .as(path)
            .contains("&lt;script&gt;alert(1)")
            .doesNotContain("<script>alert", "<img src=x");
      }
      assertThat(browser.page("/plans/nonsense")).contains("No components");
    } finally {
      statuses.remove("plan", bad);
      statuses.remove("plan", "nonsense");
      statuses.remove("standing-agent", bad);
    }
  }

  private static NewRun asking(String question) {
    return NewRun.of("asked").node(new NewRun.Node("ask", null, null, "answer", null, question));
  }

  private static Wait wait(UUID run) {
    Run now = site.pulse().runs().get(run);
    return now.waits().getLast();
  }
}
