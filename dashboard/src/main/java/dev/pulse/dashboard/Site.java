package dev.pulse.dashboard;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What there is at which path. */
final class Site {
  /** Draws; is called again and again while somebody looks. */
  @FunctionalInterface
  interface Showing {
    Screen show(Visit visit);
  }

  /** Does what somebody asked for. */
  @FunctionalInterface
  interface Doing {
    Done act(Visit visit);
  }

  /**
   * What a path led to.
   *
   * @param pattern the path as it was registered, such as {@code /jobs/{id}}
   * @param path the variable parts of it
   */
  record Match<T>(String pattern, T what, Map<String, String> path) {}

  private record Way<T>(String pattern, List<String> parts, T what) {
    Way(String pattern, T what) {
      this(pattern, Site.parts(pattern), what);
    }
  }

  private final List<Way<Showing>> screens = new ArrayList<>();
  private final List<Way<Doing>> actions = new ArrayList<>();

  /**
   * Shows a screen there, and keeps it up to date.
   *
   * @param path with variable parts in braces, such as {@code /jobs/{id}}
   */
  Site show(String path, Showing showing) {
    screens.add(new Way<>(path, showing));
    return this;
  }

  /** Does something when a form is posted there. */
  Site act(String path, Doing doing) {
    actions.add(new Way<>(path, doing));
    return this;
  }

  Optional<Match<Showing>> screen(String path) {
    return find(screens, path);
  }

  Optional<Match<Doing>> action(String path) {
    return find(actions, path);
  }

  /** The pattern of every screen. */
  List<String> screens() {
    return screens.stream().map(Way::pattern).toList();
  }

  /** The pattern of every action. */
  List<String> actions() {
    return actions.stream().map(Way::pattern).toList();
  }

  private static <T> Optional<Match<T>> find(List<Way<T>> ways, String path) {
    List<String> given = parts(path);
    for (Way<T> way : ways) {
      Optional<Map<String, String>> fits = fit(way.parts(), given);
      if (fits.isPresent()) {
        return Optional.of(new Match<>(way.pattern(), way.what(), fits.get()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Map<String, String>> fit(List<String> pattern, List<String> given) {
    if (pattern.size() != given.size()) {
      return Optional.empty();
    }
    var variable = new HashMap<String, String>();
    for (int at = 0; at < pattern.size(); at++) {
      String part = pattern.get(at);
      if (part.startsWith("{")) {
        variable.put(part.substring(1, part.length() - 1), decoded(given.get(at)));
      } else if (!part.equals(given.get(at))) {
        return Optional.empty();
      }
    }
    return Optional.of(variable);
  }

  private static List<String> parts(String path) {
    return List.of(path.substring(1).split("/", -1));
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return part;
    }
  }
}
