package dev.pulse.agents.org;

import dev.pulse.agents.org.Heading.Slot;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An org file that was read. Reading never fails and loses nothing: what is not understood is
 * prose, what looks wrong is a {@link Problem}, and an edit replaces the bytes it is about and no
 * others.
 */
public final class OrgFile {
  private final Source source;
  private final List<Heading> headings;
  private final List<Entry> settings;
  private final List<Problem> problems;

  OrgFile(Source source, List<Heading> headings, List<Entry> settings, List<Problem> problems) {
    this.source = source;
    this.headings = List.copyOf(headings);
    this.settings = List.copyOf(settings);
    this.problems = List.copyOf(problems);
  }

  /** Reads a file; any bytes will do. */
  public static OrgFile read(byte[] bytes) {
    return new OrgReader(new Source(bytes.clone())).read();
  }

  /** The headings of every level, in the order of the file. */
  public List<Heading> headings() {
    return headings;
  }

  /** The {@code #+KEY: value} lines, outside of blocks. */
  public List<Entry> settings() {
    return settings;
  }

  /** The first {@code #+KEY:} line with that key, in any case. */
  public Optional<Entry> setting(String key) {
    String wanted = key.toUpperCase(Locale.ROOT);
    return settings.stream().filter(setting -> setting.key().equals(wanted)).findFirst();
  }

  /** The text between a heading with its drawer and the next heading, without blank ends. */
  public String body(Heading heading) {
    List<Span> lines = source.lines();
    int from = heading.bodyLine() - 1;
    if (from >= heading.lastLine()) {
      return "";
    }
    return source
        .text(new Span(lines.get(from).from(), lines.get(heading.lastLine() - 1).to()))
        .strip();
  }

  /** What does not read as it will have been meant. */
  public List<Problem> problems() {
    return problems;
  }

  /** The file as it is to be written. */
  public byte[] bytes() {
    return source.bytes().clone();
  }

  /** This file with another task keyword at that heading. */
  public OrgFile withKeyword(Heading heading, String keyword) {
    Span at = heading.headline().keywordAt();
    boolean last = at.to() == source.lines().get(heading.line() - 1).to();
    String text = oneLine(keyword) + (at.length() > 0 || last ? "" : " ");
    return spliced(at, text);
  }

  /** This file with that property at that heading; its drawer is made where there is none. */
  public OrgFile withProperty(Heading heading, String key, String value) {
    String text = oneLine(value);
    Slot slot = heading.slot(key);
    if (slot != null) {
      return spliced(slot.value(), slot.value().length() > 0 ? text : spaced(slot, text));
    }
    int end = heading.drawer().end();
    Span line = source.lines().get(heading.line() - 1);
    String ending = source.ending(line);
    String property = ":%s: %s%s".formatted(oneLine(key), text, ending);
    String missing = source.unended(end, ending);
    return heading.drawer().exists()
        ? spliced(new Span(end, end), missing + indentation(end) + property)
        : spliced(
            new Span(end, end), missing + ":PROPERTIES:" + ending + property + ":END:" + ending);
  }

  /** A key without a value may be followed by nothing at all. */
  private String spaced(Slot slot, String text) {
    return source.isBlank(slot.value().from() - 1) ? text : " " + text;
  }

  private String indentation(int lineStart) {
    int end = lineStart;
    while (end < source.bytes().length && source.isBlank(end)) {
      end++;
    }
    return source.text(new Span(lineStart, end));
  }

  private OrgFile spliced(Span where, String text) {
    return new OrgReader(new Source(source.spliced(where, text))).read();
  }

  private static String oneLine(String text) {
    if (text.chars().anyMatch(c -> c == '\n' || c == '\r')) {
      throw new IllegalArgumentException("it has to fit on one line: " + text);
    }
    return text;
  }
}
