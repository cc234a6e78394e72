package dev.pulse.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import dev.pulse.dashboard.Chromium;
import dev.pulse.dashboard.Looks;
import dev.pulse.dashboard.Tour;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What {@code pulse up --demo} brings, as a person with a browser meets it (C1, H6). */
@Tag("slow")
@TestMethodOrder(
    MethodOrderer.OrderAnnotation.class) // looked at first, while it waits for somebody
class DemoBrowserTest {
  @TempDir static Path folder;
  private static Chromium chromium;
  private static Launched pulse;
  private static String base;
  private Page page;

  @BeforeAll
  static void up() throws Exception {
    chromium = new Chromium();
    List<String> command =
        JavaCommand.of(
            PulseCommand.class,
            "up",
            "--demo",
            "--listen",
            "127.0.0.1:0",
            "--home",
            folder.resolve("home").toString());
    pulse = Launched.start(command, Map.of()).awaitUp();
    base = pulse.out().getFirst().replace("pulse is up: ", "");
  }

  @AfterAll
  static void down() {
    if (pulse != null) {
      pulse.close();
    }
    if (chromium != null) {
      chromium.close();
    }
  }

  @BeforeEach
  void open() {
    chromium.complaints.clear();
    page = chromium.window(base, 1280, ColorScheme.LIGHT);
  }

  @AfterEach
  void nothingWasComplainedOfAndNobodyElseAsked() {
    chromium.settle(page);
    page.context().close();
    assertThat(chromium.strangers).isEmpty();
    assertThat(chromium.complaints).isEmpty();
    assertThat(chromium.posted).allMatch(Chromium.Posted::well);
  }

  @Test
  @Order(1)
  void everyPageThatALinkLeadsToIsWholeAtEverySizeAndInBothLights() throws Exception {
    page.navigate("/inbox");
    assertThat(page.locator("#gate-demo")).isVisible();
    assertThat(card("Ship the demo?")).isVisible();
    page.navigate("/agents/demo-wren");
    assertThat(page.locator("#agent-output")).containsText("wake_add");
    page.navigate("/schedules/demo-heartbeat");
    assertThat(page.locator("#fires .state").first()).containsText("Completed");
    var tour = new Tour();
    tour.from(page, "/");
    System.out.printf("DemoBrowserTest: %d addresses visited%n", tour.visited());
    assertThat(tour.missed()).isEmpty();
    new Looks(chromium, base).at(tour.pages("demo"));
  }

  @Test
  @Order(2)
  void theGateAndTheQuestionAreAnsweredAndBothGoOnToTheirEnds() {
    page.navigate("/inbox");
    Locator question = card("Ship the demo?");
    question.locator("textarea").fill("{\"approved\": true}");
    question.getByRole(AriaRole.BUTTON).first().click();
    assertThat(question).hasCount(0);
    page.locator("#gate-demo").getByRole(AriaRole.BUTTON).click();
    assertThat(page.getByText("Nobody is waiting for you")).isVisible();
    page.navigate("/plans");
    Locator plan = page.locator("#plans-completed .plan", holding("Demo"));
    assertThat(plan).containsText("3 of 3");
    page.navigate("/runs");
    page.getByText("demo-release").click();
    assertThat(page.locator("#run-head .state")).containsText("Completed");
    assertThat(page.locator("#run-receipts")).containsText("\"approved\" : true");
  }

  @Test
  @Order(3)
  void theStandingAgentTicks() {
    page.navigate("/agents/demo-wren");
    Locator last = page.locator("#agent-facts dt", holding("Last tick")).locator("+ dd time");
    String before = last.getAttribute("datetime");
    page.getByText("Tick now").click();
    assertThat(last).not().hasAttribute("datetime", before);
    chromium.settle(page);
    assertThat(chromium.posted).last().extracting("to").isEqualTo("/agents/demo-wren/tick");
  }

  @Test
  @Order(4)
  void aTaskIsSlungAndDone() {
    page.navigate("/tasks");
    Locator sling = page.locator("#task-house-door").getByRole(AriaRole.BUTTON);
    sling.click();
    assertThat(sling).hasCount(0);
    page.navigate("/tasks/house-door");
    assertThat(page.locator("#task-head .state")).containsText("Completed");
    assertThat(page.locator("#task-slings")).containsText("demo-mason");
  }

  private Locator card(String text) {
    return page.locator("article.ask", holding(text));
  }

  private static Page.LocatorOptions holding(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
