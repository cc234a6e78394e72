package dev.pulse.agents.relay;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What each line of a markdown file is, as far as a plan needs to know: only a line at the margin,
 * outside every fence, quote, list and HTML block, may say something to the relay (R4).
 *
 * <p>Follows CommonMark. Where it would take a whole parser to be exact (a paragraph that goes on
 * lazily, a tag amid one), a line is rather taken as hidden than as free: a header that is hidden
 * by mistake leaves a gap that lint finds, one that is seen by mistake would be run.
 */
final class Outline {
  /** What a line can be. */
  enum Kind {
    BLANK,
    /** At the margin and at the top level. */
    FREE,
    /** Text at the top level, but not at the margin: it may go on a paragraph. */
    INDENTED,
    /** In or at the edge of a fence, a quote, a list or an HTML block. */
    HIDDEN
  }

  private static final int CODE_INDENT = 4;
  private static final Pattern ITEM = dotted("( {0,3}(?:[-*+]|\\d{1,9}[.)]))([ \\t]+|\\z).*");
  private static final Pattern FENCE = dotted(" {0,3}(`{3,}(?=[^`]*\\z)|~{3,}).*");
  private static final Pattern VERBATIM = dotted("<(?:script|pre|style|textarea)(?:[\\s>].*)?");
  private static final Pattern DECLARATION = dotted("<![a-z].*");
  private static final Pattern BLOCK_TAG =
      dotted(
          "</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
              + "|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset"
              + "|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol"
              + "|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title"
              + "|tr|track|ul)(?:\\s.*|/?>.*)?");
  private static final Pattern LONE_TAG = dotted("</?[a-z][a-z0-9-]*(?:\\s[^<>]*)?/?>\\s*");

  private final Kind[] kinds;
  private @Nullable String fence;
  private @Nullable Pattern htmlEnd;
  private boolean untilBlank;
  private int item;
  private int opened = -1;

  private Outline(Kind[] kinds) {
    this.kinds = kinds;
  }

  static Outline of(Text text) {
    var outline = new Outline(new Kind[text.lines()]);
    for (int line = 0; line < text.lines(); line++) {
      outline.kinds[line] = outline.next(text.raw(line), line);
    }
    return outline;
  }

  Kind kind(int line) {
    return kinds[line];
  }

  boolean isFree(int line) {
    return kinds[line] == Kind.FREE;
  }

  /** The line of a fence or an HTML block that nobody closed, if there is one. */
  OptionalInt unclosed() {
    return fence != null || htmlEnd != null ? OptionalInt.of(opened) : OptionalInt.empty();
  }

  private Kind next(String line, int number) {
    if (fence != null) {
      fence = closes(line, fence) ? null : fence;
      return Kind.HIDDEN;
    }
    if (htmlEnd != null) {
      htmlEnd = htmlEnd.matcher(line).find() ? null : htmlEnd;
      return Kind.HIDDEN;
    }
    if (isBlank(line)) {
      untilBlank = false;
      return Kind.BLANK;
    }
    if (untilBlank) {
      return Kind.HIDDEN;
    }
    return atTopLevel(line, number);
  }

  private Kind atTopLevel(String line, int number) {
    int indent = indent(line);
    if (item > 0 && indent >= item) {
      return Kind.HIDDEN; // the item's own; a line at the margin ends whatever was opened in it
    }
    boolean thematic = isThematic(line);
    var marker = ITEM.matcher(line);
    if (!thematic && marker.matches()) {
      int gap = marker.group(2).length();
      item = marker.group(1).length() + (gap == 0 || gap > CODE_INDENT ? 1 : gap);
      return Kind.HIDDEN;
    }
    item = 0;
    if (indent >= CODE_INDENT) {
      return Kind.INDENTED;
    }
    if (line.charAt(indent) == '>') {
      return Kind.HIDDEN;
    }
    if (opensFence(line, number) || opensHtml(line.substring(indent), number)) {
      return Kind.HIDDEN;
    }
    return indent == 0 ? Kind.FREE : Kind.INDENTED;
  }

  private boolean opensFence(String line, int number) {
    var opening = FENCE.matcher(line);
    if (!opening.matches()) {
      return false;
    }
    fence = opening.group(1);
    opened = number;
    return true;
  }

  private boolean opensHtml(String line, int number) {
    if (line.charAt(0) != '<') {
      return false;
    }
    String start = line.toLowerCase(Locale.ROOT);
    String end = htmlEnd(start);
    if (end != null) {
      var ending = Pattern.compile(end, Pattern.CASE_INSENSITIVE);
      htmlEnd = ending.matcher(line).find(1) ? null : ending;
      opened = number;
      return true;
    }
    untilBlank = BLOCK_TAG.matcher(start).matches() || LONE_TAG.matcher(start).matches();
    return untilBlank;
  }

  /** What ends an HTML block that goes on over blank lines; null for one that does not. */
  private static @Nullable String htmlEnd(String start) {
    if (start.startsWith("<!--")) {
      return "-->";
    }
    if (start.startsWith("<?")) {
      return "\\?>";
    }
    if (start.startsWith("<![cdata[")) {
      return "]]>";
    }
    if (DECLARATION.matcher(start).matches()) {
      return ">";
    }
    return VERBATIM.matcher(start).matches() ? "</(?:script|pre|style|textarea)>" : null;
  }

  private static boolean closes(String line, String fence) {
    String mark = line.strip();
    return indent(line) < CODE_INDENT
        && mark.length() >= fence.length()
        && mark.chars().allMatch(one -> one == fence.charAt(0));
  }

  /** Three or more of one mark and nothing else: a rule between two parts. */
  static boolean isThematic(String line) {
    String marks = line.replace(" ", "").replace("\t", "");
    return marks.length() >= 3
        && "-*_".indexOf(marks.charAt(0)) >= 0
        && marks.chars().allMatch(one -> one == marks.charAt(0));
  }

  static boolean isBlank(String line) {
    return line.chars().allMatch(one -> one == ' ' || one == '\t');
  }

  /** Without it a dot stops at the byte 0x85, which is half of many a letter. */
  private static Pattern dotted(String regex) {
    return Pattern.compile(regex, Pattern.DOTALL);
  }

  private static int indent(String line) {
    int at = 0;
    while (at < line.length() && line.charAt(at) == ' ') {
      at++;
    }
    return at < line.length() && line.charAt(at) == '\t' ? CODE_INDENT : at;
  }
}
