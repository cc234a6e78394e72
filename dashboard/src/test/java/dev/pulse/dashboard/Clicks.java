package dev.pulse.dashboard;

import com.microsoft.playwright.Page;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What pages were seen to offer, and what was clicked on them, by the patterns of their paths. */
final class Clicks {
  private static final Pattern DESTROYS = Pattern.compile(".*/(cancel|delete|purge|clear|close)");
  private static final String OFFERS =
      """
      () => [...document.querySelectorAll('[hx-post]')].map((form) => ({
        path: form.getAttribute('hx-post'), asks: form.hasAttribute('hx-confirm') }))
      """;

  /** An action on the page where it is offered. */
  record Click(String page, String action) implements Comparable<Click> {
    @Override
    public int compareTo(Click other) {
      return Comparator.comparing(Click::page).thenComparing(Click::action).compare(this, other);
    }
  }

  private final Site site = new Site();
  private final Set<Click> offered = new TreeSet<>();
  private final Set<Click> clicked = new TreeSet<>();
  private final Set<Click> rash = new TreeSet<>();

  Clicks() {
    Pages.all().forEach(entry -> entry.page().on(site));
  }

  /** Notes what the page offers as it stands now. */
  void offers(Page page) {
    String path = URI.create(page.url()).getRawPath();
    for (Object each : (List<?>) page.evaluate(OFFERS)) {
      var offer = (Map<?, ?>) each;
      Click click = click(path, String.valueOf(offer.get("path")));
      offered.add(click);
      if (DESTROYS.matcher(click.action()).matches() && !Boolean.TRUE.equals(offer.get("asks"))) {
        rash.add(click);
      }
    }
  }

  /** Notes what was done and answered well. */
  void done(List<Chromium.Posted> posted) {
    posted.stream()
        .filter(Chromium.Posted::well)
        .forEach(post -> clicked.add(click(post.from(), post.to())));
  }

  private Click click(String page, String action) {
    return new Click(
        site.screen(page).orElseThrow(() -> new AssertionError("no page " + page)).pattern(),
        site.action(action).orElseThrow(() -> new AssertionError("no action " + action)).pattern());
  }

  /** Every action there is. */
  List<String> actions() {
    return site.actions();
  }

  Set<Click> offered() {
    return offered;
  }

  Set<Click> clicked() {
    return clicked;
  }

  /** What destroys something and does not ask first. */
  Set<Click> rash() {
    return rash;
  }
}
