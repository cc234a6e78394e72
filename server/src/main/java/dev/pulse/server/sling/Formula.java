package dev.pulse.server.sling;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt with variables: front matter that names them and their defaults, and a body with {@code
 * {{name}}} where they go. Pure: the same file and values make the same prompt.
 *
 * @param vars by name; empty: it has no default and must be given
 */
record Formula(String name, Map<String, Optional<String>> vars, String body) {
  private static final String FENCE = "---";
  private static final Pattern USE =
      Pattern.compile("\\{\\{\\s*([A-Za-z0-9][A-Za-z0-9._-]*)\\s*}}");
  private static final Pattern VAR = Pattern.compile("\\s+([A-Za-z0-9][A-Za-z0-9._-]*)\\s*:(.*)");

  static Formula read(String name, String text) {
    String whole = text.startsWith("\uFEFF") ? text.substring(1) : text;
    String[] lines = whole.split("\r?\n", -1);
    if (!lines[0].strip().equals(FENCE)) {
      return new Formula(name, Map.of(), whole.strip());
    }
    var vars = new LinkedHashMap<String, Optional<String>>();
    boolean inVars = false;
    for (int at = 1; at < lines.length; at++) {
      String line = lines[at];
      if (line.strip().equals(FENCE)) {
        String[] body = java.util.Arrays.copyOfRange(lines, at + 1, lines.length);
        return new Formula(name, vars, String.join("\n", body).strip());
      }
      if (line.isBlank() || line.strip().startsWith("#")) {
        continue;
      }
      Matcher var = VAR.matcher(line);
      if (!Character.isWhitespace(line.charAt(0))) {
        inVars = line.strip().equals("vars:");
      } else if (inVars && var.matches()) {
        vars.put(var.group(1), value(var.group(2)));
      } else if (inVars) {
        throw SlingRefused.invalid(
            "formula %s, line %d: a variable is written as name: default".formatted(name, at + 1));
      }
    }
    throw SlingRefused.invalid("formula %s: its front matter does not end".formatted(name));
  }

  private static Optional<String> value(String written) {
    String value = written.strip();
    if (value.isEmpty() || value.startsWith("#")) {
      return Optional.empty();
    }
    char quote = value.charAt(0);
    boolean quoted = (quote == '"' || quote == '\'') && value.indexOf(quote, 1) > 0;
    return Optional.of(
        quoted ? value.substring(1, value.indexOf(quote, 1)) : value.replaceFirst("\\s+#.*", ""));
  }

  /**
   * The prompt. What is put in is not looked at again, so a value cannot bring in another variable.
   *
   * @param given the caller's values
   * @param known what every formula may use: the task's title and so on
   */
  String render(Map<String, String> given, Map<String, String> known) {
    for (String each : new TreeSet<>(given.keySet())) {
      if (!vars.containsKey(each)) {
        String own = vars.isEmpty() ? "it has none" : "it has " + String.join(", ", vars.keySet());
        throw SlingRefused.invalid("formula %s has no variable %s; %s".formatted(name, each, own));
      }
    }
    vars.forEach(
        (var, otherwise) -> {
          if (otherwise.isEmpty() && !given.containsKey(var)) {
            throw SlingRefused.invalid(
                "formula %s needs a value for %s: --var %s=…".formatted(name, var, var));
          }
        });
    return USE.matcher(body)
        .replaceAll(use -> Matcher.quoteReplacement(value(use.group(1), given, known)));
  }

  private String value(String var, Map<String, String> given, Map<String, String> known) {
    String value = given.get(var);
    if (value == null) {
      value = vars.getOrDefault(var, Optional.empty()).orElse(known.get(var));
    }
    if (value == null) {
      throw SlingRefused.invalid(
          "formula %s uses {{%s}}, which is not a variable of it".formatted(name, var));
    }
    return value;
  }

  boolean uses(String var) {
    return USE.matcher(body).results().anyMatch(use -> use.group(1).equals(var));
  }
}
