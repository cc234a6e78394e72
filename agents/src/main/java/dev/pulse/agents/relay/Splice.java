package dev.pulse.agents.relay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a plan by replacing and inserting single lines; every other byte stays what it was,
 * trailing spaces and line ends included (R12).
 */
final class Splice {
  private record Edit(int from, int to, String words) {}

  private final Plan plan;
  private final List<Edit> edits = new ArrayList<>();

  private Splice(Plan plan) {
    this.plan = plan;
  }

  /** The plan's bytes with the change to that component. */
  static byte[] component(Plan plan, Component component, Change change) {
    return started(plan, component, change, null);
  }

  /** The same, and in the plan's header when it was activated, which is written once. */
  static byte[] started(Plan plan, Component component, Change change, @Nullable String activated) {
    var splice = new Splice(plan);
    if (activated != null) {
      splice.activated(activated);
    }
    splice.change(component, change);
    return splice.bytes();
  }

  private void activated(String when) {
    Field field = plan.fields().get(Key.ACTIVATED);
    Field above = plan.fields().get(Key.SCHEDULER);
    if (field != null) {
      replace(field, when);
    } else if (above != null) {
      insertAfter(above.line(), List.of(line(Key.ACTIVATED, when)));
    }
  }

  private void change(Component component, Change change) {
    var above = new ArrayList<String>();
    var below = new ArrayList<String>();
    Field status = component.field(Key.STATUS);
    if (change.status() != null && status != null) {
      replace(status, change.status().name());
    }
    if (change.result() != null) {
      Field result = component.field(Key.RESULT);
      if (result != null) {
        replace(result, change.result());
      } else {
        (endsAfter(component, change) ? below : above).add(line(Key.RESULT, change.result()));
      }
    }
    if (change.tries() != null) {
      Field tries = component.field(Key.ATTEMPT);
      if (tries != null) {
        replace(tries, change.tries().toString());
      } else {
        below.add(line(Key.ATTEMPT, change.tries().toString()));
      }
    }
    place(component, change, above, below);
  }

  /** New lines go around the Status line, or to the top of the block where there is none. */
  private void place(Component component, Change change, List<String> above, List<String> below) {
    Field status = component.field(Key.STATUS);
    if (status != null) {
      insertAfter(status.line() - 1, above);
      insertAfter(status.line(), below);
      return;
    }
    var block = new ArrayList<>(above);
    block.add(
        line(Key.STATUS, (change.status() == null ? Status.PENDING : change.status()).name()));
    block.addAll(below);
    int first =
        component.fields().values().stream()
            .mapToInt(Field::line)
            .min()
            .orElse(component.line() + 1);
    if (change.status() != null || !above.isEmpty() || !below.isEmpty()) {
      insertAfter(first - 1, block);
    }
  }

  /**
   * Whether a Result under the Status line would end there: something must keep it from running on
   * into the instructions (R8).
   */
  private boolean endsAfter(Component component, Change change) {
    if (change.tries() != null && component.field(Key.ATTEMPT) == null) {
      return true;
    }
    Field status = component.field(Key.STATUS);
    int next = status == null ? component.line() + 1 : status.line() + 1;
    boolean inBlock = status == null ? !component.fields().isEmpty() : next < component.blockEnd();
    return inBlock
        || next >= plan.text().lines()
        || plan.outline().kind(next) == Outline.Kind.BLANK;
  }

  private void replace(Field field, String value) {
    if (!field.value().equals(value)) {
      byte before = plan.text().bytes()[field.from() - 1];
      edits.add(new Edit(field.from(), field.to(), before == '*' ? " " + value : value));
    }
  }

  private void insertAfter(int line, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    Text text = plan.text();
    int at = text.next(line);
    String ending = text.ending(line);
    // A file without an end of its last line stays one.
    String words =
        text.isEnded(line)
            ? String.join(ending, lines) + ending
            : ending + String.join(ending, lines);
    edits.add(new Edit(at, at, words));
  }

  private static String line(Key key, String value) {
    return "**%s:** %s".formatted(key.word, value);
  }

  private byte[] bytes() {
    byte[] old = plan.text().bytes();
    var spliced = new ByteArrayOutputStream(old.length + 256);
    int at = 0;
    edits.sort(Comparator.comparingInt(Edit::from));
    for (Edit edit : edits) {
      spliced.write(old, at, edit.from() - at);
      spliced.writeBytes(edit.words().getBytes(StandardCharsets.UTF_8));
      at = edit.to();
    }
    spliced.write(old, at, old.length - at);
    return spliced.toByteArray();
  }
}
