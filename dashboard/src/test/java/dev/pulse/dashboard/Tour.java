package dev.pulse.dashboard;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Follows the links of the navigation, and those of every page that they lead to. */
public final class Tour {
  /** Of jobs there may be many, all drawn alike. */
  private static final int MOST_ALIKE = 3;

  private static final String LINKS =
      """
      () => [...document.querySelectorAll('nav a[href^="/"], main a[href^="/"]')].map((a) => a.getAttribute('href'))
      """;

  private final Site site = new Site();
  private final Map<String, String> found = new LinkedHashMap<>();
  private final Map<String, Integer> alike = new HashMap<>();
  private final Set<String> visited = new LinkedHashSet<>();

  public Tour() {
    Pages.all().forEach(entry -> entry.page().on(site));
  }

  /** Goes wherever a link leads; each must lead to a page. */
  public void from(Page window, String start) {
    var ahead = new ArrayDeque<>(List.of(start));
    while (!ahead.isEmpty()) {
      String address = ahead.remove();
      String path = URI.create(address).getRawPath();
      String kind =
          site.screen(path).orElseThrow(() -> new AssertionError("no page at " + path)).pattern();
      if (visited.contains(address)
          || (kind.contains("{") && alike.merge(kind, 1, Integer::sum) > MOST_ALIKE)) {
        continue;
      }
      visited.add(address);
      Response answer = window.navigate(address);
      if (answer.status() != 200) {
        throw new AssertionError(address + " answers " + answer.status());
      }
      found.putIfAbsent(kind, address);
      ((List<?>) window.evaluate(LINKS)).forEach(link -> ahead.add(String.valueOf(link)));
    }
  }

  /** A page of each kind, by a name for its picture. */
  public Map<String, String> pages(String prefix) {
    var pages = new LinkedHashMap<String, String>();
    found.forEach((kind, address) -> pages.put(prefix + kind.replaceAll("\\W+", "-"), address));
    return pages;
  }

  /** Kinds of pages that no link led to. */
  public Set<String> missed() {
    var missed = new TreeSet<>(site.screens());
    missed.removeAll(found.keySet());
    return missed;
  }

  /** How many addresses were visited. */
  public int visited() {
    return visited.size();
  }
}
