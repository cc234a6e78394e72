package dev.pulse.agents.registry;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** The keys of a front matter, taken out one by one as what they should be. */
final class Fields {
  private static final int DEEPEST = 8;

  private final Path file;
  private final List<Problem> problems;
  private final Map<String, Node> left = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();

  Fields(Path file, MappingNode mapping, List<Problem> problems) {
    this.file = file;
    this.problems = problems;
    for (NodeTuple entry : mapping.getValue()) {
      String key = scalar(entry.getKeyNode()).orElse("?");
      if (left.putIfAbsent(key, entry.getValueNode()) != null) {
        fault(entry.getKeyNode(), key + " is given twice");
      }
      lines.put(key, line(entry.getKeyNode()));
    }
    left.values().removeIf(node -> node.getTag().equals(Tag.NULL));
  }

  @Nullable String text(String key) {
    Node node = left.remove(key);
    if (node == null) {
      return null;
    }
    Optional<String> text = scalar(node);
    if (text.isEmpty()) {
      fault(node, key + " must be text");
    }
    return text.orElse(null);
  }

  /** A list of words, or one word. */
  List<String> words(String key) {
    Node node = left.remove(key);
    return node == null ? List.of() : words(key, node);
  }

  /** A command: a list of words, or a line for the shell. */
  List<String> command(String key) {
    Node node = left.remove(key);
    if (node == null) {
      return List.of();
    }
    List<String> words =
        node instanceof ScalarNode line ? List.of("sh", "-c", line.getValue()) : words(key, node);
    if (words.isEmpty() || words.getFirst().isBlank() || words.getLast().isBlank()) {
      fault(node, key + " is an empty command");
    }
    return words;
  }

  Map<String, String> table(String key) {
    Node node = left.remove(key);
    var table = new LinkedHashMap<String, String>();
    if (node == null) {
      return table;
    }
    if (!(node instanceof MappingNode mapping)) {
      fault(node, key + " must be a table, NAME: value");
      return table;
    }
    for (NodeTuple entry : mapping.getValue()) {
      Optional<String> name = scalar(entry.getKeyNode());
      Optional<String> value = scalar(entry.getValueNode());
      if (name.isEmpty() || value.isEmpty()) {
        fault(entry.getKeyNode(), key + " must hold only names and texts");
      } else {
        table.put(name.get(), value.get());
      }
    }
    return table;
  }

  @Nullable Duration duration(String key) {
    Node node = left.remove(key);
    if (node == null) {
      return null;
    }
    Optional<Duration> length = scalar(node).flatMap(Lengths::parse);
    if (length.isEmpty() || length.get().isZero()) {
      fault(node, key + " must be a duration such as 90s, 1h30m or 250ms");
      return null;
    }
    return length.get();
  }

  boolean flag(String key) {
    Node node = left.remove(key);
    if (node == null) {
      return false;
    }
    String text = scalar(node).orElse("");
    if (!text.equals("true") && !text.equals("false")) {
      fault(node, key + " must be true or false");
    }
    return text.equals("true");
  }

  @Nullable BigDecimal amount(String key) {
    Node node = left.remove(key);
    if (node == null) {
      return null;
    }
    try {
      var amount = new BigDecimal(scalar(node).orElse(""));
      if (amount.signum() > 0) {
        return amount;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    fault(node, key + " must be an amount above 0, such as 2.50");
    return null;
  }

  /** Whether a key has not been taken yet. */
  boolean has(String key) {
    return left.containsKey(key);
  }

  /** What nobody took, as plain values. */
  Map<String, Object> rest() {
    var rest = new LinkedHashMap<String, Object>();
    left.forEach((key, node) -> rest.put(key, plain(node, 0)));
    return rest;
  }

  /** Marks a key as wrong: the agent cannot be used so. */
  void fault(String key, String text) {
    problems.add(new Problem(file, lines.getOrDefault(key, FrontMatter.FIRST_LINE), text, true));
  }

  /** Says something about a key that does not keep the agent from working. */
  void remark(String key, String text) {
    problems.add(new Problem(file, lines.getOrDefault(key, FrontMatter.FIRST_LINE), text, false));
  }

  private void fault(Node node, String text) {
    problems.add(new Problem(file, line(node), text, true));
  }

  private List<String> words(String key, Node node) {
    if (node instanceof ScalarNode one) {
      return List.of(one.getValue());
    }
    var words = new ArrayList<String>();
    if (node instanceof SequenceNode list) {
      for (Node item : list.getValue()) {
        scalar(item).ifPresentOrElse(words::add, () -> fault(item, key + " must hold only texts"));
      }
    } else {
      fault(node, key + " must be a list");
    }
    return words;
  }

  private static Object plain(Node node, int depth) {
    if (depth > DEEPEST) {
      return "…"; // an alias may lead back to where it stands
    }
    return switch (node) {
      case SequenceNode list ->
          list.getValue().stream().map(item -> plain(item, depth + 1)).toList();
      case MappingNode mapping -> {
        var table = new LinkedHashMap<String, Object>();
        for (NodeTuple entry : mapping.getValue()) {
          table.put(scalar(entry.getKeyNode()).orElse("?"), plain(entry.getValueNode(), depth + 1));
        }
        yield table;
      }
      case ScalarNode scalar when scalar.getTag().equals(Tag.BOOL) ->
          Boolean.valueOf(scalar.getValue());
      case ScalarNode scalar when scalar.getTag().equals(Tag.INT) -> number(scalar.getValue());
      case ScalarNode scalar -> scalar.getValue();
      default -> String.valueOf(node);
    };
  }

  private static Object number(String digits) {
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      return digits;
    }
  }

  private static Optional<String> scalar(Node node) {
    return node instanceof ScalarNode scalar ? Optional.of(scalar.getValue()) : Optional.empty();
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + FrontMatter.FIRST_LINE;
  }
}
