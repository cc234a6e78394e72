package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Plans and standing agents, with the parts that live on their files at work (R9, R13, K8, H6). */
class HomePagesTest {
  @RegisterExtension static final SharedSite site = new SharedSite();
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir static Path folder;
  private static LivingHome home;
  private Browser browser;

  @BeforeAll
  static void furnish() throws Exception {
    home = new LivingHome(site.pulse(), folder);
  }

  @AfterAll
  static void leave() {
    home.close();
    // Status documents outlive who put them: other tests want a clean board.
    site.pulse()
        .statuses()
        .list(PlanSheet.KIND)
        .toList()
        .forEach(plan -> remove(plan.kind(), plan.name()));
    site.pulse()
        .statuses()
        .list(StandingAgent.KIND)
        .toList()
        .forEach(agent -> remove(agent.kind(), agent.name()));
  }

  private static void remove(String kind, String name) {
    site.pulse().statuses().remove(kind, name);
  }

  @BeforeEach
  void open() {
    browser = site.browser();
  }

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void aGateIsApprovedInTheInboxByWhoClickedAndThePlanGoesOn() {
    await().atMost(SOON).until(() -> browser.get("/inbox").body().contains("Approve Look"));
    assertThat(browser.page("/inbox")).contains("Is &lt;b&gt;it&lt;/b&gt; good enough?");
    assertThat(browser.page("/plans/release")).contains("Waits for you at 2: Look", "1 of 3");
    done(browser.post("/plans/release/approve", Map.of("component", "2")), "goes on");
    await().atMost(SOON).until(() -> browser.get("/plans/release").body().contains("3 of 3"));
    assertThat(browser.page("/plans/release")).contains("approved by anonymous", "shipped");
    assertThat(browser.page("/inbox")).doesNotContain("Approve Look");
    HttpResponse<String> late = browser.post("/plans/release/approve", Map.of("component", "2"));
    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(late.body()).contains("toast wrong", "no plan release");
  }

  @Test
  void aDraftIsActivatedAndAnUnfitOneSaysWhatIsWrong() {
    await().atMost(SOON).until(() -> browser.get("/plans").body().contains("A new website"));
    assertThat(browser.page("/plans/unfit"))
        .contains("line 7", "there is no agent nobody-there", "has errors and will not run");
    done(browser.post("/plans/website/activate", Map.of()), "is active");
    await().atMost(SOON).until(() -> browser.get("/plans/website").body().contains("1 of 1"));
    assertThat(browser.page("/plans/website")).contains("Completed", "hello");
  }

  @Test
  void aFailedPlanShowsItsLogAndIsTriedAgain() throws Exception {
    await().atMost(SOON).until(() -> browser.get("/plans/luckless").body().contains("Retry"));
    assertThat(browser.page("/plans/luckless")).contains("Log of component 1", "trying");
    Files.createFile(home.home.resolve("luck"));
    done(browser.post("/plans/luckless/retry", Map.of()), "once more");
    await().atMost(SOON).until(() -> browser.get("/plans/luckless").body().contains("attempt 2"));
  }

  @Test
  void aStandingAgentIsSeenInItsDayAndTicksWhenAsked() {
    await().atMost(SOON).until(() -> browser.get("/agents/wren").body().contains("of 2 done"));
    String fleet = browser.page("/agents");
    assertThat(fleet).contains("wren", "there is no agent 'nobody'", "Broken");
    done(browser.post("/agents/wren/tick", Map.of()), "wren ticks");
    await()
        .atMost(SOON)
        .until(() -> browser.get("/agents/wren").body().contains("I was in morning"));
    assertThat(browser.page("/agents/wren")).contains("now in ", "evening", "night", "Next ticks");
    HttpResponse<String> nobody = browser.post("/agents/nobody/tick", Map.of());
    assertThat(nobody.statusCode()).isEqualTo(409);
    assertThat(nobody.body()).contains("there is no standing agent nobody");
  }

  private static void done(HttpResponse<String> answer, String message) {
    assertThat(answer.body()).contains("toast well", message);
    assertThat(answer.statusCode()).isEqualTo(200);
  }
}
