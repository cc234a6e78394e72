package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A real browser, the one that the system has; everything it complains of, whom else it asked, and
 * what was done in it.
 */
public final class Chromium implements AutoCloseable {
  private static final List<String> QUIETLY =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  /** Long enough for a machine with much else to do; what is there is seen at once. */
  private static final double PATIENCE_MILLIS = 30_000;

  private final Playwright playwright;
  private final Browser browser;
  private final Set<Request> unanswered = new HashSet<>();

  /** What its console said, apart from plain remarks. */
  public final List<String> complaints = new ArrayList<>();

  /** Addresses of other hosts that it asked for. */
  public final List<String> strangers = new ArrayList<>();

  /** Every form that was posted. */
  public final List<Posted> posted = new ArrayList<>();

  /**
   * A form that somebody posted.
   *
   * @param from the path of the page
   * @param to the path it was posted to
   * @param well whether it was answered, and not refused
   */
  public record Posted(String from, String to, boolean well) {}

  /** Skips the test where there is none. */
  public Chromium() {
    Path program = program();
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(QUIETLY));
  }

  /** Where it is; the test is skipped where there is none. */
  static Path program() {
    var found =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "no Chromium here; 'apt-get install chromium' brings one");
    return found.get();
  }

  /** Opens a window; what it complains of and whom it asks is noted. */
  public Page window(String base, int width, ColorScheme scheme) {
    BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setBaseURL(base)
                .setViewportSize(width, width < 500 ? 844 : 860)
                .setDeviceScaleFactor(1)
                .setColorScheme(scheme));
    Page page = context.newPage();
    page.onConsoleMessage(
        message -> {
          if (!message.type().equals("log") && !message.type().equals("debug")) {
            complaints.add(page.url() + " " + message.type() + ": " + message.text());
          }
        });
    page.onPageError(error -> complaints.add(page.url() + " " + error));
    page.onRequest(this::asks);
    page.onResponse(response -> isAnswered(page, response.request(), response.status() < 400));
    page.onRequestFailed(request -> isAnswered(page, request, false));
    return page;
  }

  private void asks(Request request) {
    String host = URI.create(request.url()).getHost();
    if (host != null && !host.equals("127.0.0.1")) {
      strangers.add(request.url());
    }
    if (request.method().equals("POST")) {
      unanswered.add(request);
    }
  }

  private void isAnswered(Page page, Request request, boolean well) {
    if (unanswered.remove(request)) {
      posted.add(new Posted(path(page.url()), path(request.url()), well));
    }
  }

  private static String path(String url) {
    return URI.create(url).getRawPath();
  }

  /** Waits until everything that was posted is answered. */
  public void settle(Page page) {
    page.waitForCondition(unanswered::isEmpty);
  }

  /** Clicks what asks first: declined, it posts nothing; accepted, it posts once. */
  public void clickSurely(Page page, Locator button) {
    int before = posted.size();
    Locator question = page.locator("#confirm");
    button.click();
    PlaywrightAssertions.assertThat(question).isVisible();
    question.getByText("Keep it").click();
    PlaywrightAssertions.assertThat(question).isHidden();
    button.click();
    question.getByText("Yes, do it").click();
    page.waitForCondition(() -> posted.size() > before && unanswered.isEmpty());
    assertThat(posted.subList(before, posted.size())).hasSize(1).allMatch(Posted::well);
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
