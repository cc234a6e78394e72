package dev.pulse.dashboard;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A real browser, the one that the system has; and everything it complains of. */
final class Chromium implements AutoCloseable {
  private static final List<String> QUIETLY =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final Browser browser;
  final List<String> complaints = new ArrayList<>();
  final List<String> strangers = new ArrayList<>();

  Chromium() {
    var found =
        Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
            .map(Path::of)
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), "no Chromium here; 'apt-get install chromium' brings one");
    playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions().setExecutablePath(found.get()).setArgs(QUIETLY));
  }

  /** Opens a window; what it complains of and whom it asks is noted. */
  Page window(String base, int width, ColorScheme scheme) {
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
    page.onRequest(
        request -> {
          String host = URI.create(request.url()).getHost();
          if (host != null && !host.equals("127.0.0.1")) {
            strangers.add(request.url());
          }
        });
    return page;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
