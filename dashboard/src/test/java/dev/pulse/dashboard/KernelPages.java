package dev.pulse.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Jobs, schedules, dispatch and limits as a person with a browser meets them (H6). */
abstract class KernelPages extends Browsing {
  private static Furniture furniture;

  KernelPages(Clicks clicks) {
    super(clicks);
  }

  @BeforeAll
  static void furnish() {
    furniture = new Furniture(site.pulse());
  }

  @AfterAll
  static void tidy() {
    if (furniture != null) {
      furniture.close();
      furniture = null;
    }
  }

  /** What is looked at in every size and light; a page that is added belongs here. */
  private static Map<String, String> places() {
    return Map.of(
        "overview", "/",
        "jobs", "/jobs",
        "dead", "/jobs?status=DEAD_LETTERED",
        "job-running", "/jobs/" + furniture.running,
        "job-dead", "/jobs/" + furniture.dead,
        "schedules", "/schedules",
        "schedule", "/schedules/nightly-backup",
        "dispatch", "/dispatch",
        "limits", "/limits",
        "nothing", "/nothing-here");
  }

  @Test
  void everyPageIsWholeAtEverySizeAndInBothLights() throws IOException {
    new Looks(chromium, base()).at(places());
    chromium.complaints.removeIf(line -> line.contains("/nothing-here") && line.contains("404"));
    places().values().stream().filter(path -> !path.equals("/nothing-here")).forEach(this::visit);
  }

  @Test
  void aChangeIsSeenWithoutReload() {
    page.navigate("/jobs?topic=seen-live");
    assertThat(page.getByText("No such jobs")).isVisible();
    var job = site.pulse().submit("browser.one", null, o -> o.topic("seen-live"));
    Locator row = page.locator("#job-" + job.id());
    assertThat(row).containsText("Waiting");
    site.pulse().cancel(job.id());
    assertThat(row).containsText("Canceled");
  }

  @Test
  void aJobIsCanceledAndStartedOver() {
    var id = site.pulse().submit("browser.cancel", null, o -> o.topic("browser")).id();
    visit("/jobs/" + id);
    clickSurely(button("Cancel"));
    assertThat(page.locator("#job-head .state")).containsText("Canceled");
    button("Retry").click();
    assertThat(page.locator("#job-head .state")).containsText("Waiting");
  }

  @Test
  void deadLettersAreRetriedTogether() {
    UUID dead = furniture.letterThatDies(site.pulse(), "letter.late");
    furniture.tellWhereTheyLive();
    visit("/jobs?status=DEAD_LETTERED&q=letter.late");
    assertThat(page.locator("#job-" + dead)).isVisible();
    clickSurely(button("Retry these"));
    assertThat(page.getByText("No dead letters")).isVisible();
    visit("/jobs/" + dead);
    assertThat(page.locator("#job-head .state")).containsText("Completed");
  }

  @Test
  void deadLettersAreDeletedTogether() {
    UUID dead = furniture.letterThatDies(site.pulse(), "letter.lost");
    visit("/jobs?status=DEAD_LETTERED&q=letter.lost");
    assertThat(page.locator("#job-" + dead)).isVisible();
    clickSurely(button("Delete"));
    assertThat(page.getByText("No dead letters")).isVisible();
  }

  @Test
  void aScheduleIsPausedTriggeredResumedAndDeleted() {
    site.pulse().schedules().put("clicked", s -> s.cron("0 4 * * *").job("clicked"));
    visit("/schedules");
    page.getByText("clicked").first().click();
    button("Pause").click();
    assertThat(page.locator("#schedule-head .state")).containsText("Paused");
    button("Trigger now").click();
    assertThat(page.locator("#fires tbody tr")).hasCount(1);
    button("Resume").click();
    assertThat(page.locator("#schedule-head .state")).containsText("Active");
    clickSurely(button("Delete"));
    page.waitForURL(Pattern.compile(".*/schedules$"));
    assertThat(page.locator("#schedules")).not().containsText("clicked");
  }

  @Test
  void aScheduleIsPausedAndResumedInTheList() {
    site.pulse().schedules().put("listed", s -> s.cron("0 5 * * *").job("listed"));
    visit("/schedules");
    Locator row = page.locator("#schedules tr", holding("listed"));
    row.getByText("Pause", new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(row.locator(".state")).containsText("Paused");
    row.getByText("Resume").click();
    assertThat(row.locator(".state")).containsText("Active");
  }

  @Test
  void dispatchIsPausedWithAReasonAndResumed() {
    visit("/dispatch");
    page.getByLabel("Topic", new Page.GetByLabelOptions().setExact(true)).fill("clicks");
    page.getByLabel("Reason, for whoever wonders").fill("a person clicked");
    clickSurely(button("Pause"));
    Locator row = page.locator("#topics-list tr", holding("clicks"));
    assertThat(row).containsText("a person clicked");
    row.getByText("Resume").click();
    assertThat(row).hasCount(0);
  }

  @Test
  void everythingIsPausedAndResumed() {
    visit("/dispatch");
    page.getByLabel("Reason, for whoever wonders").fill("the roof leaks");
    clickSurely(button("Pause"));
    assertThat(page.locator("#everything")).containsText("the roof leaks");
    visit("/");
    assertThat(page.locator("#attention")).containsText("Every topic");
    visit("/dispatch");
    button("Resume everything").click();
    assertThat(page.locator("#everything")).containsText("Jobs are handed out");
  }

  @Test
  void aLimitIsSetChangedPausedResumedAndDeleted() {
    visit("/limits");
    page.getByLabel("Name, as jobs carry it").fill("clicked-limit");
    page.locator("#new-max").fill("3");
    button("Set limit").click();
    Locator limit = page.locator(".limits > li", holding("clicked-limit"));
    assertThat(limit).containsText("0 / 3");
    limit.locator("summary").click();
    limit.getByLabel("Running at once").fill("7");
    limit.getByText("Save").click();
    assertThat(limit).containsText("0 / 7");
    limit.getByLabel("because").fill("the account sleeps");
    within(limit, "Pause").click();
    assertThat(limit).containsText("the account sleeps");
    within(limit, "Resume").click();
    assertThat(limit).not().containsText("the account sleeps");
    clickSurely(within(limit, "Delete"));
    assertThat(limit).hasCount(0);
  }

  private static Locator within(Locator part, String button) {
    return part.getByRole(
        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(button).setExact(true));
  }

  @Test
  void keysLeadEverywhereAndTheLightCanBeChosen() {
    page.navigate("/");
    page.keyboard().press("?");
    assertThat(page.locator("#help")).isVisible();
    page.keyboard().press("Escape");
    page.keyboard().press("g");
    page.keyboard().press("l");
    page.waitForURL(Pattern.compile(".*/limits$"));
    page.keyboard().press("t");
    page.reload();
    assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
  }

  @Test
  void theLogFollowsTheJob() {
    page.navigate("/jobs/" + furniture.running);
    assertThat(page.locator("#log pre")).containsText("frame  936");
  }
}
