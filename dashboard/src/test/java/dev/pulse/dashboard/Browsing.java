package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A window on a real dashboard for each test, which must end without complaint. */
abstract class Browsing {
  @RegisterExtension static final SharedSite site = new SharedSite();

  static Chromium chromium;
  private final Clicks clicks;
  Page page;

  Browsing(Clicks clicks) {
    this.clicks = clicks;
  }

  @BeforeAll
  static void start() {
    chromium = new Chromium();
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
      chromium = null;
    }
  }

  @BeforeEach
  void open() {
    chromium.complaints.clear();
    page = chromium.window(base(), 1280, ColorScheme.LIGHT);
  }

  @AfterEach
  void nothingWasComplainedOfAndNobodyElseAsked() {
    seen();
    chromium.settle(page);
    clicks.done(chromium.posted);
    page.context().close();
    assertThat(chromium.strangers).isEmpty();
    assertThat(chromium.complaints).isEmpty();
  }

  static String base() {
    try (var browser = site.browser()) {
      return browser.base();
    }
  }

  /** Goes there; what the page offers is to be clicked by somebody. */
  void visit(String path) {
    page.navigate(path);
    seen();
  }

  /** Notes what the page offers by now. */
  void seen() {
    if (page.url().startsWith("http")) {
      clicks.offers(page);
    }
  }

  /** Clicks what asks first. */
  void clickSurely(Locator button) {
    seen();
    chromium.clickSurely(page, button);
  }

  Locator button(String name) {
    return page.getByRole(
        AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
  }

  static Page.LocatorOptions holding(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
