package dev.pulse.agents.relay;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a plan. The canonical block of a component is what stands directly under its header: blank
 * lines, then metadata lines one after the other. The first line that is neither ends it, and so
 * does a blank line; whatever looks like metadata below is instructions (R2, R4).
 */
final class PlanParser {
  private static final Pattern HEADER =
      Pattern.compile("### (?:Component|Phase) (\\d+):\\s*(\\S.*)", Pattern.DOTALL);

  /** A heading of a higher order ends the last component, as it does for a reader. */
  private static final Pattern SECTION = Pattern.compile("#{1,2}(?:[ \\t].*)?", Pattern.DOTALL);

  private static final Pattern HEADING = Pattern.compile("#{1,6}(?:[ \\t].*)?", Pattern.DOTALL);
  private static final int LONGEST_NUMBER = 9;

  private final Text text;
  private final Outline outline;

  PlanParser(Text text) {
    this.text = text;
    this.outline = Outline.of(text);
  }

  /** The number and the title of a component, if the line is its header. */
  static Optional<Matcher> header(String raw) {
    Matcher header = HEADER.matcher(raw);
    return raw.startsWith("### ") && header.matches() ? Optional.of(header) : Optional.empty();
  }

  Plan plan() {
    var components = new ArrayList<Component>();
    var fields = new EnumMap<Key, Field>(Key.class);
    var duplicates = new ArrayList<Field>();
    String title = null;
    int line = 0;
    for (; line < text.lines() && headerAt(line).isEmpty(); line++) {
      if (outline.isFree(line)) {
        field(line, Key.OF_PLAN).ifPresent(field -> keep(field, fields, duplicates));
        title = title == null ? title(line) : title;
      }
    }
    while (line < text.lines()) {
      int end = line + 1;
      while (end < text.lines() && headerAt(end).isEmpty()) {
        end++;
      }
      components.add(component(components.size(), line, end));
      line = end;
    }
    return new Plan(text, outline, title, fields, List.copyOf(duplicates), List.copyOf(components));
  }

  private Optional<Matcher> headerAt(int line) {
    return outline.isFree(line) ? header(text.raw(line)) : Optional.empty();
  }

  private @Nullable String title(int line) {
    String raw = text.raw(line);
    return raw.startsWith("# ") ? text.words(text.start(line) + 2, text.end(line)).strip() : null;
  }

  private Component component(int index, int line, int end) {
    Matcher header = headerAt(line).orElseThrow();
    var fields = new EnumMap<Key, Field>(Key.class);
    var duplicates = new ArrayList<Field>();
    int at = line + 1;
    while (at < end && outline.kind(at) == Outline.Kind.BLANK) {
      at++;
    }
    int block = at;
    while (at < end) {
      Optional<Field> field = outline.isFree(at) ? field(at, Key.OF_COMPONENT) : Optional.empty();
      if (field.isEmpty()) {
        break;
      }
      keep(field.get(), fields, duplicates);
      at = field.get().last() + 1;
    }
    int blockEnd = at == block ? line + 1 : at;
    int from = text.start(line) + header.start(2);
    return new Component(
        index,
        number(header.group(1)),
        text.words(from, text.start(line) + Key.trimmed(text.raw(line))),
        line,
        fields,
        List.copyOf(duplicates),
        blockEnd,
        body(blockEnd, end));
  }

  private static int number(String digits) {
    return digits.length() > LONGEST_NUMBER ? -1 : Integer.parseInt(digits);
  }

  private static void keep(Field field, Map<Key, Field> fields, List<Field> duplicates) {
    if (fields.putIfAbsent(field.key(), field) != null) {
      duplicates.add(field);
    }
  }

  private Optional<Field> field(int line, Set<Key> keys) {
    return Key.read(text.raw(line), keys).map(found -> field(line, found));
  }

  /**
   * R8: a Result goes on to the next blank line or metadata line, or to where another block of
   * markdown begins.
   */
  private Field field(int line, Key.Line found) {
    int last = line;
    if (found.key() == Key.RESULT) {
      while (last + 1 < text.lines() && continues(last + 1)) {
        last++;
      }
    }
    int from = text.start(line) + found.value();
    int to =
        last == line
            ? text.start(line) + found.end()
            : text.start(last) + Key.trimmed(text.raw(last));
    String value = text.words(from, to).lines().map(String::strip).collect(Collectors.joining(" "));
    return new Field(found.key(), line, last, from, to, value);
  }

  private boolean continues(int line) {
    return switch (outline.kind(line)) {
      case BLANK, HIDDEN -> false;
      case INDENTED -> true;
      case FREE -> {
        String raw = text.raw(line);
        yield Key.read(raw, Key.OF_COMPONENT).isEmpty() && !HEADING.matcher(raw).matches();
      }
    };
  }

  /** Without the blank lines around it, and without the rule that sets off the next component. */
  private Component.Span body(int first, int end) {
    int from = first;
    int to = first;
    while (to < end && !(outline.isFree(to) && SECTION.matcher(text.raw(to)).matches())) {
      to++;
    }
    while (from < to && outline.kind(from) == Outline.Kind.BLANK) {
      from++;
    }
    while (to > from && isFiller(to - 1)) {
      to--;
    }
    return from == to
        ? new Component.Span(0, 0)
        : new Component.Span(text.start(from), text.end(to - 1));
  }

  private boolean isFiller(int line) {
    return switch (outline.kind(line)) {
      case BLANK -> true;
      case FREE -> Outline.isThematic(text.raw(line));
      case INDENTED, HIDDEN -> false;
    };
  }
}
