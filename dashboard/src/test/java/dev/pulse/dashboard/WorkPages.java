package dev.pulse.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.pulse.JobRequest;
import dev.pulse.NewRun;
import dev.pulse.NewTask;
import dev.pulse.Outcome;
import dev.pulse.Project;
import dev.pulse.RunStatus;
import dev.pulse.SlingOrder;
import dev.pulse.Worker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs, inbox, plans, standing agents and tasks as a person with a browser meets them (H6). */
abstract class WorkPages extends Browsing {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final String GATE =
      "### Component 2: Look\n**Status:** PENDING\n**Agent:** HUMAN\n\nLook twice.\n";

  @TempDir static Path folder;
  private static LivingHome home;
  private static Worker worker;
  private static UUID release;

  WorkPages(Clicks clicks) {
    super(clicks);
  }

  @BeforeAll
  static void furnish() throws Exception {
    home = new LivingHome(site.pulse(), folder);
    worker =
        site.pulse()
            .worker()
            .topic("ship")
            .handle("fetch", _ -> Outcome.done(Map.of("commit", "9f31c2a")))
            .handle("broken", _ -> Outcome.failForGood("no route to the registry"))
            .start();
    release = site.pulse().runs().start(release());
    site.pulse().runs().start(NewRun.of("nightly").node(job("broken", "broken", List.of())));
    await().atMost(SOON).until(() -> stands("release").contains("2 waits for a person"));
    await().atMost(SOON).until(() -> stands("luckless").contains("FAILED"));
    await().atMost(SOON).until(() -> PlanSheet.find(site.pulse(), "unfit").isPresent());
    await().atMost(SOON).until(() -> StandingAgent.find(site.pulse(), "wren").isPresent());
    tasks();
  }

  private static NewRun release() {
    return NewRun.of("release 2.4")
        .node(job("fetch", "fetch", List.of()))
        .node(jobOn("nowhere", "test", "fetch", List.of("fetch"))) // no worker ever takes it
        .node(job("lint", "fetch", List.of("fetch")))
        .node(job("build", "fetch", List.of("lint")))
        .node(new NewRun.Node("review", List.of("fetch"), null, "review", null, "Is it safe?"))
        .node(job("publish", "fetch", List.of("test", "build", "review")));
  }

  private static NewRun.Node job(String id, String name, List<String> after) {
    return jobOn("ship", id, name, after);
  }

  private static NewRun.Node jobOn(String topic, String id, String name, List<String> after) {
    return new NewRun.Node(
        id, after, JobRequest.of(name, null, o -> o.topic(topic)), null, null, null);
  }

  private static void tasks() {
    site.pulse().config().set("scheduler.max_agents", "2");
    var tasks = site.pulse().tasks();
    tasks.addProject(Project.of("fair", "fa", folder.toString()).agent("shell"));
    tasks.add(NewTask.withId("fa-1", "Build the stand"));
    tasks.add(NewTask.withId("fa-2", "Paint it").dependsOn("fa-1"));
    tasks.add(NewTask.withId("fa-3", "Print the flyers"));
    site.pulse().scheduler().pause("the paint has not come");
    site.pulse().scheduler().sling(SlingOrder.of("fa-1"));
    tasks.createConvoy("Before the fair", List.of("fa-1", "fa-2"));
  }

  @AfterAll
  static void tidy() {
    if (home != null) {
      home.close();
      worker.close();
      site.pulse().scheduler().clear();
      site.pulse().scheduler().resume();
    }
  }

  private static String stands(String plan) {
    return PlanSheet.find(site.pulse(), plan).map(PlanSheet::stands).orElse("");
  }

  private static Map<String, String> places() {
    var places = new LinkedHashMap<String, String>();
    places.put("runs", "/runs");
    places.put("run", "/runs/" + release);
    places.put("inbox", "/inbox");
    places.put("plans", "/plans");
    places.put("plan-gate", "/plans/release");
    places.put("plan-failed", "/plans/luckless");
    places.put("plan-unfit", "/plans/unfit");
    places.put("agents", "/agents");
    places.put("agent", "/agents/wren");
    places.put("tasks", "/tasks?preview=yes");
    places.put("task", "/tasks/fa-2");
    return places;
  }

  @Test
  void everyPageIsWholeAtEverySizeAndInBothLights() throws IOException {
    new Looks(chromium, base()).at(places());
    places().values().forEach(this::visit);
  }

  @Test
  void whatIsTypedOutlivesAMistakeAndWhatChangesAround() {
    UUID run = asking("first");
    visit("/inbox");
    Locator card = card("Do you agree, first?");
    card.locator("textarea").fill("{\"agreed\": tru}");
    card.getByRole(AriaRole.BUTTON).first().click();
    assertThat(card.locator("[data-wrong]")).containsText("This is no JSON");
    UUID other = asking("second");
    assertThat(card("Do you agree, second?")).isVisible();
    assertThat(card.locator("textarea")).hasValue("{\"agreed\": tru}");
    card.locator("textarea").fill("{\"agreed\": true}");
    card.getByRole(AriaRole.BUTTON).first().click();
    assertThat(card).hasCount(0);
    await().atMost(SOON).until(() -> status(run) == RunStatus.COMPLETED);
    site.pulse().runs().cancel(other);
    chromium.complaints.removeIf(line -> line.contains("status of 400"));
  }

  @Test
  void aRunIsAnsweredOnItsOwnPageThenCanceledAndStartedOver() {
    UUID run = asking("third");
    visit("/runs/" + run);
    clickSurely(button("Cancel"));
    assertThat(page.locator("#run-head .state")).containsText("Canceled");
    button("Retry").click();
    assertThat(page.locator("#run-head")).containsText("round 2");
    page.locator("textarea").fill("\"yes\"");
    button("Answer agree").click();
    assertThat(page.locator("#run-head .state")).containsText("Completed");
    assertThat(page.locator("#run-receipts")).containsText("\"yes\"");
    assertThat(page.locator("#run-events")).containsText("run.completed");
  }

  @Test
  void aGateIsApprovedAndThePlanIsSeenToTheEnd() throws Exception {
    home.write(
        "plans/active/gated.md",
        "# Gated\n\n**Scheduler:** pulse\n\n### Component 1: Look\n**Status:** PENDING\n"
            + "**Agent:** HUMAN\n\nLook at it.\n\n### Component 2: Go on\n**Status:** PENDING\n"
            + "**Agent:** shell\n\necho went on\n");
    visit("/inbox");
    card("Look at it.").getByRole(AriaRole.BUTTON).click();
    assertThat(card("Look at it.")).hasCount(0);
    visit("/plans");
    assertThat(page.locator("#plans-completed")).containsText("Gated");
  }

  @Test
  void aDraftIsActivatedAfterAQuestionAndAFailedPlanTriedAgain() throws Exception {
    home.write("plans/drafts/clicked.md", LivingHome.plan("Clicked", "shell", "test -f clicked"));
    visit("/plans");
    Locator draft = page.locator("#plans-drafts .plan", holding("Clicked"));
    clickSurely(draft.getByRole(AriaRole.BUTTON));
    Locator failed = page.locator("#plans-failed .plan", holding("Clicked"));
    assertThat(failed).isVisible();
    Files.createFile(folder.resolve("clicked"));
    failed.getByRole(AriaRole.BUTTON).click();
    assertThat(page.locator("#plans-completed .plan", holding("Clicked"))).isVisible();
  }

  @Test
  void aPlanIsBroughtToItsEndOnItsOwnPage() throws Exception {
    home.write("plans/drafts/paged.md", LivingHome.plan("Paged", "shell", "test -f paged") + GATE);
    await().atMost(SOON).until(() -> PlanSheet.find(site.pulse(), "paged").isPresent());
    visit("/plans/paged");
    clickSurely(button("Activate"));
    Locator state = page.locator("#plan-head .state");
    assertThat(state).containsText("Failed");
    seen();
    Files.createFile(folder.resolve("paged"));
    button("Retry").click();
    assertThat(page.locator("#plan-gate")).containsText("Look twice.");
    seen();
    button("Approve Look").click();
    assertThat(state).containsText("Completed");
  }

  @Test
  void aGateIsApprovedOnTheBoard() throws Exception {
    home.write("plans/active/boarded.md", LivingHome.plan("Boarded", "shell", "true") + GATE);
    visit("/plans");
    Locator active = page.locator("#plans-active .plan", holding("Boarded"));
    clickSurely(active.getByRole(AriaRole.BUTTON));
    assertThat(page.locator("#plans-completed .plan", holding("Boarded"))).isVisible();
  }

  @Test
  void aStandingAgentTicksAtAClick() {
    visit("/agents/wren");
    button("Tick now").click();
    assertThat(page.locator("#agent-output")).containsText("I was in");
    assertThat(page.locator("#agent-facts")).containsText("Done");
  }

  @Test
  void aStandingAgentTicksAtAClickInTheList() {
    var before = wren().lastRun();
    visit("/agents");
    Locator card = page.locator("#agent-wren");
    card.getByRole(AriaRole.BUTTON).click();
    await().atMost(SOON).until(() -> !Objects.equals(wren().lastRun(), before));
    assertThat(card).containsText("Done");
  }

  private static StandingAgent wren() {
    return StandingAgent.find(site.pulse(), "wren").orElseThrow();
  }

  @Test
  void tasksAreSlungPreviewedAndTheSchedulerPausedAndResumed() {
    visit("/tasks");
    button("Resume").click();
    page.locator("#pause-reason").fill("lunch");
    clickSurely(button("Pause"));
    assertThat(page.locator("#scheduler-pause")).containsText("lunch");
    page.getByText("Dry run").click();
    assertThat(page.locator("#preview")).containsText("The scheduler is paused");
    page.locator("#task-fa-3").getByText("Sling").click();
    assertThat(page.locator("#task-fa-3 .state")).containsText("Scheduled");
    page.getByText("Print the flyers").first().click();
    clickSurely(button("Clear"));
    assertThat(page.locator("#task-head .state")).containsText("Ready");
    page.locator("#close-reason").fill("printed at home");
    clickSurely(button("Close").last());
    assertThat(page.locator("#task-facts")).containsText("printed at home");
  }

  @Test
  void aCycleIsRunAndABrokenCircuitSaysWhyAndIsSlungAgain() {
    var scheduler = site.pulse().scheduler();
    site.pulse().tasks().add(NewTask.withId("fa-4", "Sweep the floor"));
    site.pulse().statuses().put("agent", "ghost", Map.of("name", "ghost"));
    scheduler.sling(SlingOrder.of("fa-4").agent("ghost"));
    site.pulse().statuses().remove("agent", "ghost"); // so that no dispatch can succeed
    visit("/tasks");
    button("Resume").click();
    assertThat(button("Pause")).isVisible();
    button("Run a cycle").click();
    assertThat(page.locator("#scheduler footer")).containsText("Last cycle");
    await()
        .atMost(SOON)
        .until(() -> scheduler.run().steps().isEmpty()); // it has failed three times by then
    assertThat(page.locator("#broken")).containsText("Sweep the floor");
    assertThat(page.locator("#broken")).containsText("ghost");
    scheduler.pause("as it was");
    visit("/");
    assertThat(page.locator("#attention")).containsText("Task fa-4");
    visit("/tasks");
    page.locator("#broken").getByText("Sling again").click();
    assertThat(page.locator("#task-fa-4 .state")).containsText("Scheduled");
    visit("/tasks/fa-4");
    clickSurely(button("Clear"));
    button("Sling").click();
    assertThat(page.locator("#task-head .state")).containsText("Scheduled");
  }

  private static UUID asking(String which) {
    return site.pulse()
        .runs()
        .start(
            NewRun.of("question " + which)
                .node(
                    new NewRun.Node(
                        "ask", null, null, "agree", null, "Do you agree, " + which + "?")));
  }

  private static RunStatus status(UUID run) {
    return site.pulse().runs().get(run).status();
  }

  private Locator card(String text) {
    return page.locator("article.ask", holding(text));
  }
}
