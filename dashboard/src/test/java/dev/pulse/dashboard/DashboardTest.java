package dev.pulse.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The frame around every page (H6). */
class DashboardTest {
  @RegisterExtension static final SharedSite site = new SharedSite();

  @Test
  void everyPageOfTheNavigationAnswers() {
    try (var browser = site.browser()) {
      for (Pages.Entry entry : Pages.all()) {
        String page = browser.page(entry.path());
        assertThat(page).as(entry.path()).contains("<title>", "aria-current=\"page\"", "</html>");
      }
    }
  }

  @Test
  void nothingComesFromElsewhereAndNothingRunsInline() {
    try (var browser = site.browser()) {
      HttpResponse<String> page = browser.get("/");
      assertThat(page.headers().firstValue("content-security-policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(page.headers().firstValue("x-content-type-options")).contains("nosniff");
      assertThat(page.body())
          .doesNotContainPattern("(src|href)=\"(https?:)?//")
          .doesNotContainPattern("<script(?![^>]* src=)")
          .doesNotContainPattern(" style=\"")
          .doesNotContainPattern(" on[a-z]+=\"");
    }
  }

  @Test
  void assetsAreKeptForEverBecauseTheirAddressNamesTheirContent() {
    try (var browser = site.browser()) {
      var assets =
          Pattern.compile("/assets/[0-9a-f]+/[a-z.]+").matcher(browser.page("/")).results();
      assertThat(assets.map(found -> found.group()).distinct())
          .hasSize(4)
          .allSatisfy(
              asset -> {
                HttpResponse<String> answer = browser.get(asset);
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("cache-control").orElseThrow())
                    .contains("immutable");
              });
      assertThat(browser.get("/assets/0000000000000000/pulse.css").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void whatIsNotThereIsSaidInWords() {
    try (var browser = site.browser()) {
      HttpResponse<String> answer = browser.get("/nowhere?x=%3Cscript%3E");
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("There is no page at /nowhere").doesNotContain("<script>");
    }
  }

  @Test
  void aFormThatDoesNotRepeatTheTokenIsRefused() {
    try (var browser = site.browser()) {
      browser.page("/");
      var form = browser.posting("/anything", Map.of("a", "b"));
      assertThat(browser.send(form.copy()).statusCode()).isEqualTo(403);
      assertThat(browser.send(form.copy().header(FormToken.HEADER, "A".repeat(32))).statusCode())
          .isEqualTo(403);
      assertThat(browser.post("/anything", Map.of()).statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aFormOfAnotherSiteIsRefusedEvenWithTheToken() {
    try (var browser = site.browser()) {
      var form =
          browser
              .posting("/anything", Map.of())
              .header(FormToken.HEADER, "A".repeat(32))
              .header("cookie", "pulse_form=" + "A".repeat(32));
      assertThat(browser.send(form.copy().header("sec-fetch-site", "cross-site")).statusCode())
          .isEqualTo(403);
      assertThat(browser.send(form.copy()).statusCode())
          .isEqualTo(404); // the way is known, no more
    }
  }

  @Test
  void whereUsersAreAskedNoPageStreamOrAssetAnswersStrangers() {
    try (var browser = site.guardedBrowser()) {
      for (Pages.Entry entry : Pages.all()) {
        assertThat(browser.get(entry.path()).statusCode()).isEqualTo(401);
        assertThat(browser.get("/live?at=" + entry.path()).statusCode()).isEqualTo(401);
      }
      assertThat(browser.send(browser.posting("/anything", Map.of())).statusCode()).isEqualTo(401);
      assertThat(browser.get("/assets/x").statusCode()).isEqualTo(401);
      String login = SharedSite.USER + ":" + SharedSite.PASSWORD;
      String basic = "Basic " + Base64.getEncoder().encodeToString(login.getBytes());
      assertThat(browser.send(browser.to("/").header("authorization", basic)).body())
          .contains("Signed in as " + SharedSite.USER);
    }
  }
}
