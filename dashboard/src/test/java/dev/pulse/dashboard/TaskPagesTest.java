package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.SlingOrder;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks and slings, seen and steered on pages (G1–G9, H6). */
class TaskPagesTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedSite site = new SharedSite();

  private Browser browser;

  @BeforeAll
  static void furnish() {
    site.pulse().statuses().put("agent", "coder", Map.of("name", "coder"));
    site.pulse().config().set("scheduler.max_agents", "3");
    site.pulse().tasks().addProject(Project.of("shop", "sh", "/srv/shop").agent("coder"));
    site.pulse().tasks().addProject(Project.of("idle", "id", "/srv/idle").agent("coder"));
    site.pulse().tasks().add(NewTask.withId("sh-1", "Count the <till>").description("At night."));
    site.pulse().tasks().add(NewTask.withId("sh-2", "Print receipts").dependsOn("sh-1"));
    site.pulse().tasks().add(NewTask.withId("sh-3", "Scan barcodes"));
    site.pulse().tasks().createConvoy("Before the fair", List.of("sh-1", "sh-3"));
  }

  @AfterAll
  static void leave() {
    site.pulse().scheduler().clear();
    site.pulse().config().set("scheduler.max_agents", "-1");
    site.pulse().statuses().remove("agent", "coder");
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
  void tasksStandByProjectWithWhatHoldsThemBack() {
    site.pulse().scheduler().sling(SlingOrder.of("sh-2"));
    String page = browser.page("/tasks");
    assertThat(page)
        .contains("Count the &lt;till&gt;", "1 blocked", "2 ready", "· slung", "Before the fair")
        .contains("0 of 2", "Nothing to do: every task is closed", "Capacity used: 0 %");
    assertThat(browser.page("/tasks?project=idle")).doesNotContain("Scan barcodes");
    assertThat(browser.page("/tasks/sh-2")).contains("Depends on", "sh-1", "Scheduled");
    done(browser.post("/tasks/sh-2/clear", Map.of()), "no longer scheduled");
    assertThat(browser.post("/tasks/sh-2/clear", Map.of()).statusCode()).isEqualTo(409);
    assertThat(browser.get("/tasks/sh-99").statusCode()).isEqualTo(404);
  }

  @Test
  void aTaskIsSlungPreviewedAndTheSchedulerPausedWithAReason() {
    done(browser.post("/tasks/sh-3/sling", Map.of()), "sh-3 is scheduled");
    assertThat(browser.page("/tasks/sh-3")).contains("coder", "by anonymous", "Clear");
    assertThat(browser.page("/tasks?preview=yes")).contains("What a cycle would do now");
    assertThat(browser.page("/tasks")).doesNotContain("What a cycle would do now");
    HttpResponse<String> unexplained = browser.post("/scheduler/pause", Map.of());
    assertThat(unexplained.statusCode()).isEqualTo(400);
    done(browser.post("/scheduler/pause", Map.of("reason", "moving")), "Nothing is dispatched");
    assertThat(browser.page("/tasks?preview=yes")).contains("moving", "The scheduler is paused.");
    done(browser.post("/scheduler/run", Map.of()), "0 dispatched: The scheduler is paused.");
    done(browser.post("/scheduler/resume", Map.of()), "dispatched again");
    assertThat(site.pulse().scheduler().status().paused()).isNull();
    site.pulse().scheduler().clear("sh-3");
  }

  @Test
  void aBrokenCircuitStandsOnTheOverviewUntilSomebodySettlesIt() {
    var scheduler = site.pulse().scheduler();
    site.pulse().tasks().add(NewTask.withId("sh-7", "Mend the door"));
    site.pulse().statuses().put("agent", "ghost", Map.of("name", "ghost"));
    scheduler.sling(SlingOrder.of("sh-7").agent("ghost"));
    site.pulse().statuses().remove("agent", "ghost"); // so that no dispatch can succeed
    try (var _ =
        site.pulse().worker().topic("agents").handle("agent", _ -> Outcome.done()).start()) {
      await().atMost(SOON).until(() -> scheduler.status().runners() > 0);
      await()
          .atMost(SOON)
          .until(() -> scheduler.run().steps().isEmpty()); // it has failed three times by then
    }
    assertThat(browser.page("/")).contains("Broken", "Task sh-7", "pulse sling sh-7");
    assertThat(browser.page("/tasks")).contains("Circuit-broken", "Mend the door");
    site.pulse().tasks().close("sh-7", "mended by hand");
    assertThat(browser.page("/")).doesNotContain("Task sh-7");
  }

  @Test
  void aTaskIsClosedWithAReason() {
    site.pulse().tasks().add(NewTask.withId("sh-9", "Sweep"));
    assertThat(browser.post("/tasks/sh-9/close", Map.of()).statusCode()).isEqualTo(400);
    done(browser.post("/tasks/sh-9/close", Map.of("reason", "swept by hand")), "is closed");
    assertThat(browser.page("/tasks/sh-9")).contains("swept by hand");
    assertThat(browser.page("/tasks")).doesNotContain("sh-9");
  }

  private static void done(HttpResponse<String> answer, String message) {
    assertThat(answer.body()).contains("toast well", message);
    assertThat(answer.statusCode()).isEqualTo(200);
  }
}
