package dev.pulse.agents.registry;

import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.Node;

/**
 * An agent file cut in two: the YAML between the first two {@code ---} and the text after them.
 *
 * @param body without the blank lines around it
 */
record FrontMatter(String yaml, String body) {
  /** The YAML begins after the first fence. */
  static final int FIRST_LINE = 2;

  private static final Pattern FENCE = Pattern.compile("---\\s*");

  /** A whole value on its line that YAML might take for something else than text. */
  private static final Pattern PLAIN_VALUE =
      Pattern.compile("([A-Za-z][\\w-]*):[ \\t]+([^\\s\"'\\[{|>&*!].*)");

  /** Empty where the file has no front matter. */
  static Optional<FrontMatter> of(String text) {
    List<String> lines = text.replaceFirst("^\uFEFF", "").lines().toList();
    if (lines.isEmpty() || !FENCE.matcher(lines.getFirst()).matches()) {
      return Optional.empty();
    }
    for (int at = 1; at < lines.size(); at++) {
      if (FENCE.matcher(lines.get(at)).matches()) {
        return Optional.of(
            new FrontMatter(
                String.join("\n", lines.subList(1, at)),
                String.join("\n", lines.subList(at + 1, lines.size())).strip()));
      }
    }
    return Optional.empty();
  }

  /**
   * The YAML as nodes, which know their lines; null where it is empty. Claude Code's agent files
   * often hold descriptions such as {@code Use it when: …}, which are no YAML, and it takes them;
   * so values that stand on one line are read as plain text where the whole cannot be read.
   *
   * @throws MarkedYAMLException that of the text as written
   */
  @Nullable Node nodes() {
    try {
      return compose(yaml);
    } catch (MarkedYAMLException e) {
      try {
        return compose(yaml.lines().map(FrontMatter::quoted).collect(Collectors.joining("\n")));
      } catch (MarkedYAMLException _) {
        throw e;
      }
    }
  }

  private static @Nullable Node compose(String yaml) {
    return new Yaml(new LoaderOptions()).compose(new StringReader(yaml));
  }

  private static String quoted(String line) {
    var value = PLAIN_VALUE.matcher(line);
    return value.matches()
        ? "%s: '%s'".formatted(value.group(1), value.group(2).stripTrailing().replace("'", "''"))
        : line;
  }
}
