package dev.pulse.agents.board;

import dev.pulse.agents.org.Entry;
import dev.pulse.agents.org.Heading;
import dev.pulse.agents.org.OrgFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The text of a board, as pure functions. */
record BoardFile(OrgFile file) {
  static BoardFile read(byte[] bytes) {
    return new BoardFile(OrgFile.read(bytes));
  }

  List<Task> tasks() {
    return file.headings().stream().filter(h -> isTask(h)).map(BoardFile::task).toList();
  }

  /** The first task that fits. */
  Optional<Task> first(Predicate<Task> wanted) {
    return tasks().stream().filter(wanted).findFirst();
  }

  /** These bytes with that task in that status, and in that agent's name. */
  byte[] with(Task task, String status, String agent) {
    Heading heading = at(file, task);
    OrgFile moved = file.withKeyword(heading, status);
    return moved.withProperty(at(moved, task), "AGENT", agent).bytes();
  }

  /** What a merge of two claims leaves behind: two agents in one drawer, or one task twice. */
  List<DoubleClaim> doubleClaims() {
    var found = new ArrayList<DoubleClaim>();
    var holders = new HashMap<String, Task>();
    for (Heading heading : file.headings().stream().filter(h -> isTask(h)).toList()) {
      Task task = task(heading);
      var agents = new HashSet<String>();
      heading.properties().stream()
          .filter(entry -> entry.key().equals("AGENT") && !entry.value().isEmpty())
          .forEach(entry -> agents.add(entry.value()));
      Task before = task.isHeld() ? holders.put(task.id(), task) : null;
      if (before != null && before.agent() != null) {
        agents.add(before.agent());
      }
      if (agents.size() > 1) {
        found.add(
            new DoubleClaim(
                task.id(), agents.stream().sorted().toList(), "line " + heading.line()));
      }
    }
    return found;
  }

  private static boolean isTask(Heading heading) {
    return heading.keyword().isPresent() && !heading.isComment();
  }

  private static Heading at(OrgFile file, Task task) {
    return file.headings().stream()
        .filter(heading -> heading.line() == task.line())
        .findFirst()
        .orElseThrow();
  }

  private static Task task(Heading heading) {
    String id = value(heading, "ID").or(() -> value(heading, "CUSTOM_ID")).orElse(heading.title());
    @Nullable String agent = value(heading, "AGENT").orElse(null);
    return new Task(id, heading.title(), heading.keyword().orElseThrow(), agent, heading.line());
  }

  private static Optional<String> value(Heading heading, String key) {
    return heading.property(key).map(Entry::value).filter(value -> !value.isEmpty());
  }
}
