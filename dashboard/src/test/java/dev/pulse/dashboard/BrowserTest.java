package dev.pulse.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.pulse.JobStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every page and action as a person with a browser meets them (H6). */
@Tag("slow")
class BrowserTest {
  @RegisterExtension static final SharedSite site = new SharedSite();

  private static final Path SHOTS = Path.of("target", "screenshots");
  private static final String AXE =
      """
      async () => {
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations
          .filter((v) => v.impact === 'serious' || v.impact === 'critical')
          .map((v) => v.id + ': ' + v.nodes.map((n) => n.html).slice(0, 3).join(' | '));
      }
      """;

  private static Chromium chromium;
  private static Furniture furniture;
  private Page page;

  @BeforeAll
  static void furnish() {
    chromium = new Chromium();
    furniture = new Furniture(site.pulse());
  }

  @AfterAll
  static void tidy() {
    if (furniture != null) {
      furniture.close();
    }
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void open() {
    chromium.complaints.clear();
    page = window(1280, ColorScheme.LIGHT);
  }

  @AfterEach
  void nothingWasComplainedOfAndNobodyElseAsked() {
    page.context().close();
    assertThat(chromium.strangers).isEmpty();
    assertThat(chromium.complaints).isEmpty();
  }

  private static Page window(int width, ColorScheme scheme) {
    try (var browser = site.browser()) {
      return chromium.window(browser.base(), width, scheme);
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
    String axe = axe();
    for (int width : new int[] {1280, 390}) {
      for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        try (var window = window(width, scheme)) {
          places().forEach((name, path) -> look(window, name, path, axe, width, scheme));
        }
      }
    }
    chromium.complaints.removeIf(line -> line.contains("/nothing-here") && line.contains("404"));
  }

  static void look(
      Page window, String name, String path, String axe, int width, ColorScheme scheme) {
    String where = name + "-" + width + "-" + scheme.name().toLowerCase(java.util.Locale.ROOT);
    window.navigate(path);
    assertThat(window.locator("main h1")).isVisible();
    int wide = (Integer) window.evaluate("document.documentElement.scrollWidth");
    assertThat(wide).as(where + " is not wider than its window").isLessThanOrEqualTo(width);
    window.evaluate(axe);
    assertThat(((List<?>) window.evaluate(AXE)).stream().map(String::valueOf).toList())
        .as(where)
        .isEmpty();
    window.screenshot(
        new Page.ScreenshotOptions()
            .setPath(SHOTS.resolve(where + ".png"))
            .setFullPage(width < 500));
  }

  static String axe() throws IOException {
    try (InputStream in = BrowserTest.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
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
  void cancelAsksFirst() {
    var id = site.pulse().submit("browser.cancel", null, o -> o.topic("browser")).id();
    page.navigate("/jobs/" + id);
    button("Cancel").click();
    Locator question = page.locator("#confirm");
    assertThat(question).isVisible();
    question.getByText("Keep it").click();
    assertThat(question).isHidden();
    assertThat(site.pulse().job(id).status()).isEqualTo(JobStatus.PENDING);
    button("Cancel").click();
    question.getByText("Yes, do it").click();
    assertThat(page.locator(".toast")).containsText("is canceled");
    assertThat(page.locator("#job-head .state")).containsText("Canceled");
    button("Retry").click();
    assertThat(page.locator("#job-head .state")).containsText("Waiting");
  }

  @Test
  void deadLettersAreRetriedTogether() {
    page.navigate("/jobs?status=DEAD_LETTERED&topic=billing");
    button("Retry these").click();
    page.locator("#confirm").getByText("Yes, do it").click();
    assertThat(page.locator(".toast")).containsText("started over");
  }

  @Test
  void aScheduleIsPausedTriggeredResumedAndDeleted() {
    site.pulse().schedules().put("clicked", s -> s.cron("0 4 * * *").job("clicked"));
    page.navigate("/schedules");
    page.getByText("clicked").first().click();
    button("Pause").click();
    assertThat(page.locator("#schedule-head .state")).containsText("Paused");
    button("Trigger now").click();
    assertThat(page.locator("#fires tbody tr")).hasCount(1);
    button("Resume").click();
    assertThat(page.locator("#schedule-head .state")).containsText("Active");
    button("Delete").click();
    page.locator("#confirm").getByText("Yes, do it").click();
    page.waitForURL(Pattern.compile(".*/schedules$"));
    assertThat(page.locator("#schedules")).not().containsText("clicked");
  }

  @Test
  void dispatchIsPausedWithAReasonAndResumed() {
    page.navigate("/dispatch");
    page.getByLabel("Topic", new Page.GetByLabelOptions().setExact(true)).fill("clicks");
    page.getByLabel("Reason, for whoever wonders").fill("a person clicked");
    button("Pause").click();
    page.locator("#confirm").getByText("Yes, do it").click();
    Locator row = page.locator("#topics-list tr", new Page.LocatorOptions().setHasText("clicks"));
    assertThat(row).containsText("a person clicked");
    row.getByText("Resume").click();
    assertThat(row).hasCount(0);
  }

  @Test
  void aLimitIsSetChangedAndDeleted() {
    page.navigate("/limits");
    page.getByLabel("Name, as jobs carry it").fill("clicked-limit");
    page.locator("#new-max").fill("3");
    button("Set limit").click();
    Locator limit =
        page.locator(".limits > li", new Page.LocatorOptions().setHasText("clicked-limit"));
    assertThat(limit).containsText("0 / 3");
    limit.locator("summary").click();
    limit.getByLabel("Running at once").fill("7");
    limit.getByText("Save").click();
    assertThat(limit).containsText("0 / 7");
    limit.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Delete")).click();
    page.locator("#confirm").getByText("Yes, do it").click();
    assertThat(limit).hasCount(0);
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

  private Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }
}
