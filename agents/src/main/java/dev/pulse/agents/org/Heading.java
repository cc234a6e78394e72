package dev.pulse.agents.org;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A heading of an org file with the drawer under it. */
public final class Heading {
  private final Headline headline;
  private final int line;
  private final int bodyLine;
  private final int lastLine;
  private final Drawer drawer;

  Heading(Headline headline, int line, int bodyLine, int lastLine, Drawer drawer) {
    this.headline = headline;
    this.line = line;
    this.bodyLine = bodyLine;
    this.lastLine = lastLine;
    this.drawer = drawer;
  }

  /** How many stars it has. */
  public int level() {
    return headline.level();
  }

  /** Where it stands, from 1. */
  public int line() {
    return line;
  }

  /** The last line before the next heading, of whatever level. */
  public int lastLine() {
    return lastLine;
  }

  /** The task keyword before the title, such as {@code NEXT}. */
  public Optional<String> keyword() {
    return Optional.ofNullable(headline.keyword());
  }

  /** The text without keyword, priority, COMMENT and tags. */
  public String title() {
    return headline.title();
  }

  /** Whether org leaves it out: {@code * COMMENT title}. */
  public boolean isComment() {
    return headline.comment();
  }

  /** Everything in its drawer, in the order of the file. */
  public List<Entry> properties() {
    return drawer.slots().stream().map(Slot::entry).toList();
  }

  /** The first property with that key, in any case. */
  public Optional<Entry> property(String key) {
    return Optional.ofNullable(slot(key)).map(Slot::entry);
  }

  @Nullable Slot slot(String key) {
    String wanted = key.toUpperCase(Locale.ROOT);
    for (Slot slot : drawer.slots()) {
      if (slot.entry().key().equals(wanted)) {
        return slot;
      }
    }
    return null;
  }

  /** The first line after the drawer. */
  int bodyLine() {
    return bodyLine;
  }

  Headline headline() {
    return headline;
  }

  Drawer drawer() {
    return drawer;
  }

  /** A property, and where the bytes of its value stand. */
  record Slot(Entry entry, Span value) {}

  /**
   * The drawer of a heading.
   *
   * @param end where the line of its {@code :END:} starts; without a drawer, where one would go
   * @param exists whether there is one
   */
  record Drawer(List<Slot> slots, int end, boolean exists) {}

  @Override
  public String toString() {
    return "*".repeat(level()) + " " + title();
  }
}
