package dev.pulse.agents.org;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The line of a heading, taken apart by hand: a pattern that finds tags at its end would look at a
 * long line over and over.
 *
 * @param keywordAt the bytes of the keyword; empty, where one would go
 */
record Headline(
    int level, @Nullable String keyword, Span keywordAt, boolean comment, String title) {
  private static final String COMMENT = "COMMENT";

  /** Null when the line is no heading. */
  static @Nullable Headline read(Source source, Span line, Set<String> keywords) {
    int stars = line.from();
    while (stars < line.to() && source.at(stars) == '*') {
      stars++;
    }
    if (stars == line.from() || stars == line.to() || !source.isBlank(stars)) {
      return null;
    }
    int level = stars - line.from();
    Span rest = source.trimmed(new Span(stars, line.to()));
    Span word = source.word(rest);
    String keyword = source.text(word);
    Span keywordAt = new Span(rest.from(), rest.from());
    if (keywords.contains(keyword)) {
      keywordAt = word;
      rest = source.trimmed(new Span(word.to(), rest.to()));
    } else {
      keyword = null;
    }
    rest = withoutPriority(source, rest);
    Span mark = source.word(rest);
    boolean comment = source.text(mark).equals(COMMENT);
    if (comment) {
      rest = source.trimmed(new Span(mark.to(), rest.to()));
    }
    return new Headline(level, keyword, keywordAt, comment, source.text(withoutTags(source, rest)));
  }

  /** {@code [#A]}. */
  private static Span withoutPriority(Source source, Span text) {
    Span word = source.word(text);
    boolean priority =
        word.length() >= 4
            && source.at(word.from()) == '['
            && source.at(word.from() + 1) == '#'
            && source.at(word.to() - 1) == ']';
    return priority ? source.trimmed(new Span(word.to(), text.to())) : text;
  }

  /** {@code :one:two:} at the end. */
  private static Span withoutTags(Source source, Span text) {
    int start = text.to();
    while (start > text.from() && !source.isBlank(start - 1)) {
      start--;
    }
    boolean tags =
        start > text.from()
            && text.to() - start >= 3
            && source.at(start) == ':'
            && source.at(text.to() - 1) == ':';
    return tags ? source.trimmed(new Span(text.from(), start)) : text;
  }
}
