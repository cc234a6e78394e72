package dev.pulse.dashboard;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Looks at pages in every size and light: nothing sticks out, axe-core finds nothing that keeps
 * people out, and a picture of each is left in {@code target/screenshots}.
 */
public final class Looks {
  private static final Path SHOTS = Path.of("target", "screenshots");
  private static final String CHECK =
      """
      async () => {
        const found = await axe.run(document, { resultTypes: ['violations'] });
        return found.violations
          .filter((v) => v.impact === 'serious' || v.impact === 'critical')
          .map((v) => v.id + ': ' + v.nodes.map((n) => n.html).slice(0, 3).join(' | '));
      }
      """;

  private final Chromium chromium;
  private final String base;
  private final String axe;

  public Looks(Chromium chromium, String base) throws IOException {
    this.chromium = chromium;
    this.base = base;
    try (InputStream in = Looks.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Looks at all of them, four times.
   *
   * @param places paths by the names of their pictures
   */
  public void at(Map<String, String> places) {
    for (int width : new int[] {1280, 390}) {
      for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
        try (var window = chromium.window(base, width, scheme)) {
          String look = "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT);
          places.forEach((name, path) -> look(window, name + look, path, width));
        }
      }
    }
  }

  private void look(Page window, String name, String path, int width) {
    window.navigate(path);
    assertThat(window.locator("main h1")).isVisible();
    int wide = (Integer) window.evaluate("document.documentElement.scrollWidth");
    assertThat(wide).as(name + " is not wider than its window").isLessThanOrEqualTo(width);
    window.evaluate(axe);
    assertThat(((List<?>) window.evaluate(CHECK)).stream().map(String::valueOf).toList())
        .as(name)
        .isEmpty();
    window.screenshot(
        new Page.ScreenshotOptions()
            .setPath(SHOTS.resolve(name + ".png"))
            .setFullPage(width < 500));
  }
}
