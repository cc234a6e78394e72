package dev.pulse.dashboard;

import dev.pulse.Limit;
import dev.pulse.LimitOptions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limits: how much of each is taken; and to change them. */
final class LimitsPage implements Page {
  private static final int MOST = 200;
  private static final Pattern DURATION = Pattern.compile("(\\d{1,6})\\s*(ms|s|m|h|d)");

  /** What the template draws. */
  record View(List<Limit> limits) {
    /** How much of what may run runs, of a hundred. */
    int use(Limit limit) {
      Integer most = limit.maxRunning();
      return most == null ? 0 : share(limit.running(), most);
    }

    int pace(Limit limit) {
      Limit.Rate rate = limit.rate();
      return rate == null ? 0 : share(limit.started(), rate.starts());
    }

    private static int share(long taken, long most) {
      return most == 0 ? 100 : (int) Math.min(100, 100 * taken / most);
    }

    String per(Limit limit) {
      Limit.Rate rate = limit.rate();
      return rate == null ? "" : Text.duration(rate.per()).replace(" ", "");
    }
  }

  @Override
  public void on(Site site) {
    site.show("/limits", LimitsPage::limits)
        .act("/limits", visit -> set(visit.needed("name", "a name"), visit))
        .act("/limits/{name}", visit -> set(visit.at("name"), visit))
        .act("/limits/{name}/pause", LimitsPage::pause)
        .act("/limits/{name}/resume", LimitsPage::resume)
        .act("/limits/{name}/delete", LimitsPage::delete);
  }

  private static Screen limits(Visit visit) {
    try (var limits = visit.pulse().limits().list()) {
      return new Screen("Limits", "limits", new View(limits.limit(MOST).toList()));
    }
  }

  /** An empty field lifts what it says. */
  private static Done set(String name, Visit visit) {
    Optional<Integer> most =
        visit.asked("max_running").map(text -> number("Running at once", text));
    Optional<Integer> starts = visit.asked("starts").map(text -> number("Starts", text));
    Duration per = visit.asked("per").map(LimitsPage::duration).orElse(Duration.ofMinutes(1));
    visit
        .pulse()
        .limits()
        .set(
            name,
            limit -> {
              most.ifPresentOrElse(limit::maxRunning, limit::anyNumberRunning);
              starts.ifPresentOrElse(count -> limit.rate(count, per), limit::anyRate);
            });
    return Done.of("Limit %s is set.".formatted(Text.brief(name)));
  }

  private static Done pause(Visit visit) {
    String name = visit.at("name");
    Duration length = duration(visit.needed("for", "how long"));
    String reason = visit.needed("reason", "a reason");
    visit.pulse().limits().set(name, limit -> limit.pause(visit.now().plus(length), reason));
    return Done.of("Limit %s is paused for %s.".formatted(Text.brief(name), Text.duration(length)));
  }

  private static Done resume(Visit visit) {
    visit.pulse().limits().set(visit.at("name"), LimitOptions::resume);
    return Done.of("Limit %s admits jobs again.".formatted(Text.brief(visit.at("name"))));
  }

  private static Done delete(Visit visit) {
    visit.pulse().limits().delete(visit.at("name"));
    return Done.of("Limit %s is deleted.".formatted(Text.brief(visit.at("name"))));
  }

  private static int number(String what, String text) {
    try {
      int number = Integer.parseInt(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw Refused.invalid("%s is a whole number, not '%s'.".formatted(what, Text.brief(text)));
    }
    throw Refused.invalid("%s is 0 or more.".formatted(what));
  }

  /** {@code 30s}, {@code 5m}, {@code 2h}. */
  static Duration duration(String text) {
    Matcher matcher = DURATION.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw Refused.invalid("'%s' is no time; write 30s, 5m or 2h.".formatted(Text.brief(text)));
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }
}
