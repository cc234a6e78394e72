package dev.pulse.agents.org;

import dev.pulse.agents.org.Heading.Drawer;
import dev.pulse.agents.org.Heading.Slot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a file once, from the first line to the last. */
final class OrgReader {
  private static final String OPEN = "TO" + "DO"; // in one word, it is taken for a note of our own
  private static final Set<String> USUAL_KEYWORDS = Set.of(OPEN, "NEXT", "DOING", "DONE");
  private static final Set<String> TELLS_KEYWORDS = Set.of(OPEN, "SEQ_TODO", "TYP_TODO");
  private static final Pattern WORD = Pattern.compile("(?<![^ \t|])[^ \t|(]+"); // of NEXT(n): NEXT
  private static final Set<String> PLANNING = Set.of("SCHEDULED:", "DEADLINE:", "CLOSED:");

  private final Source source;
  private final List<Span> lines;
  private final Set<String> keywords = new HashSet<>(USUAL_KEYWORDS);
  private final List<Heading> headings = new ArrayList<>();
  private final List<Entry> settings = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private @Nullable String block;
  private int at;

  OrgReader(Source source) {
    this.source = source;
    this.lines = source.lines();
  }

  OrgFile read() {
    collectKeywords();
    while (at < lines.size()) {
      Headline headline = Headline.read(source, lines.get(at), keywords);
      if (headline == null) {
        prose();
      } else {
        heading(headline);
      }
    }
    return new OrgFile(source, headings, settings, problems);
  }

  /** They may be told anywhere in the file, also after the headings that have them. */
  private void collectKeywords() {
    for (int line = 0; line < lines.size(); line++) {
      Entry setting = setting(line);
      if (setting != null && TELLS_KEYWORDS.contains(setting.key())) {
        WORD.matcher(setting.value()).results().forEach(word -> keywords.add(word.group()));
      }
    }
  }

  private void prose() {
    Span text = source.trimmed(lines.get(at));
    String mark = source.text(source.word(text)).toUpperCase(Locale.ROOT);
    if (block != null) {
      block = mark.equals("#+END_" + block) ? null : block;
    } else if (mark.startsWith("#+BEGIN_")) {
      block = mark.substring("#+BEGIN_".length());
    } else if (mark.equals(":PROPERTIES:") && !headings.isEmpty()) {
      problem(at, "a drawer belongs directly under its heading; this one is not read");
    } else {
      Entry setting = setting(at);
      if (setting != null) {
        settings.add(setting);
      }
    }
    at++;
  }

  private void heading(Headline headline) {
    int line = at;
    block = null; // a heading ends whatever was open
    at++;
    if (at < lines.size() && PLANNING.contains(source.text(firstWord(at)))) {
      at++;
    }
    Drawer drawer = drawer();
    int last = at;
    while (last < lines.size() && Headline.read(source, lines.get(last), keywords) == null) {
      last++;
    }
    headings.add(new Heading(headline, line + 1, at + 1, last, drawer));
  }

  private Drawer drawer() {
    int opening = at;
    if (!isMark(at, ":PROPERTIES:")) {
      return new Drawer(List.of(), source.after(lines.get(at - 1)), false);
    }
    var slots = new ArrayList<Slot>();
    var keys = new HashSet<String>();
    for (at++; at < lines.size(); at++) {
      if (isMark(at, ":END:")) {
        return new Drawer(List.copyOf(slots), lines.get(at++).from(), true);
      }
      if (Headline.read(source, lines.get(at), keywords) != null) {
        break;
      }
      property(slots, keys);
    }
    problem(opening, "this drawer has no :END:");
    return new Drawer(List.copyOf(slots), source.after(lines.get(at - 1)), true);
  }

  private void property(List<Slot> slots, Set<String> keys) {
    Span text = source.trimmed(lines.get(at));
    if (text.length() == 0) {
      return;
    }
    Span word = source.word(text);
    boolean named =
        word.length() >= 3 && source.at(word.from()) == ':' && source.at(word.to() - 1) == ':';
    if (!named) {
      problem(at, "a drawer has lines such as :KEY: value");
      return;
    }
    String key = source.text(new Span(word.from() + 1, word.to() - 1)).toUpperCase(Locale.ROOT);
    if (!keys.add(key)) {
      problem(at, ":" + key + ": is there twice");
    }
    Span value = source.trimmed(new Span(word.to(), text.to()));
    slots.add(new Slot(new Entry(key, source.text(value), at + 1), value));
  }

  /** {@code #+KEY: value}; null when the line is none. */
  private @Nullable Entry setting(int line) {
    Span text = source.trimmed(lines.get(line));
    if (text.length() < 4 || source.at(text.from()) != '#' || source.at(text.from() + 1) != '+') {
      return null;
    }
    int end = text.from() + 2;
    while (end < text.to() && source.at(end) != ':' && !source.isBlank(end)) {
      end++;
    }
    if (end == text.from() + 2 || end == text.to() || source.at(end) != ':') {
      return null;
    }
    String key = source.text(new Span(text.from() + 2, end)).toUpperCase(Locale.ROOT);
    Span value = source.trimmed(new Span(end + 1, text.to()));
    return new Entry(key, source.text(value), line + 1);
  }

  private boolean isMark(int line, String mark) {
    return line < lines.size()
        && source.text(source.trimmed(lines.get(line))).equalsIgnoreCase(mark);
  }

  private Span firstWord(int line) {
    return source.word(source.trimmed(lines.get(line)));
  }

  private void problem(int line, String text) {
    problems.add(new Problem(line + 1, text));
  }
}
