package dev.pulse.agents.board;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The board's own past, in which a double claim can be seen even after one of the two was
 * overwritten: two commits that claim one task and know nothing of each other, or one that takes a
 * task out of another agent's hands.
 */
final class History {
  private static final int COMMITS = 300;
  private static final int SHOWN = 10;

  /**
   * A version of the board.
   *
   * @param parents those among them that touched the board
   * @param tasks by id
   */
  record Version(String commit, List<String> parents, Map<String, Task> tasks) {}

  private record Event(String commit, Task task, boolean takeover) {}

  private final Map<String, Version> versions = new LinkedHashMap<>();
  private final Map<String, Set<String>> ancestors = new LinkedHashMap<>();

  /**
   * @param oldestFirst parents before their children
   */
  History(List<Version> oldestFirst) {
    for (Version version : oldestFirst) {
      versions.put(version.commit(), version);
      var before = new HashSet<String>();
      for (String parent : version.parents()) {
        before.add(parent);
        before.addAll(ancestors.getOrDefault(parent, Set.of()));
      }
      ancestors.put(version.commit(), before);
    }
  }

  static History of(Clone clone, String head) {
    List<String> lines =
        clone
            .git()
            .text(
                "rev-list",
                "--reverse",
                "--topo-order",
                "--parents",
                "--full-history",
                "--max-count=" + COMMITS,
                head,
                "--",
                clone.path())
            .lines()
            .toList();
    List<List<String>> commits =
        lines.stream().map(line -> List.of(line.strip().split(" ", -1))).toList();
    String names =
        commits.stream()
            .map(commit -> commit.getFirst() + ":" + clone.path() + "\n")
            .collect(Collectors.joining());
    byte[] blobs = clone.git().bytes(names.getBytes(StandardCharsets.UTF_8), "cat-file", "--batch");
    return new History(versions(commits, blobs));
  }

  /** Each blob comes after a line with its size; a version without the board after one without. */
  private static List<Version> versions(List<List<String>> commits, byte[] blobs) {
    var versions = new ArrayList<Version>();
    int at = 0;
    for (List<String> commit : commits) {
      var header = new ByteArrayOutputStream();
      for (; blobs[at] != '\n'; at++) {
        header.write(blobs[at]);
      }
      at++;
      String[] words = header.toString(StandardCharsets.UTF_8).split(" ", -1);
      byte[] board = new byte[0];
      if (words.length == 3 && words[1].equals("blob")) {
        board = Arrays.copyOfRange(blobs, at, at + Integer.parseInt(words[2]));
        at += board.length + 1;
      }
      var tasks = new LinkedHashMap<String, Task>();
      BoardFile.read(board).tasks().forEach(task -> tasks.putIfAbsent(task.id(), task));
      versions.add(new Version(commit.getFirst(), commit.subList(1, commit.size()), tasks));
    }
    return versions;
  }

  List<DoubleClaim> doubleClaims() {
    var claims = new LinkedHashMap<String, List<Event>>();
    versions.values().forEach(version -> collect(version, claims));
    var found = new ArrayList<DoubleClaim>();
    claims.values().forEach(events -> compare(events, found));
    return found;
  }

  private void collect(Version version, Map<String, List<Event>> claims) {
    List<Version> parents =
        version.parents().stream().filter(versions::containsKey).map(versions::get).toList();
    if (parents.isEmpty()) {
      return; // where the story begins nobody can tell who was first
    }
    for (Task task : version.tasks().values()) {
      List<Task> before =
          parents.stream().map(p -> p.tasks().get(task.id())).filter(t -> t != null).toList();
      if (task.isHeld() && before.stream().noneMatch(t -> t.isDoneBy(task.agent()))) {
        boolean takeover = before.stream().anyMatch(Task::isHeld);
        claims
            .computeIfAbsent(task.id(), _ -> new ArrayList<>())
            .add(new Event(version.commit(), task, takeover));
      }
    }
  }

  private void compare(List<Event> events, List<DoubleClaim> found) {
    for (int second = 0; second < events.size(); second++) {
      for (int first = 0; first < second; first++) {
        Event one = events.get(first);
        Event other = events.get(second);
        boolean knew = ancestors.getOrDefault(other.commit(), Set.of()).contains(one.commit());
        boolean differ = !String.valueOf(one.task().agent()).equals(other.task().agent());
        if (differ && (!knew || (other.takeover() && first == second - 1))) {
          found.add(
              new DoubleClaim(
                  one.task().id(),
                  List.of(String.valueOf(one.task().agent()), String.valueOf(other.task().agent())),
                  "commits %s and %s".formatted(shown(one.commit()), shown(other.commit()))));
        }
      }
    }
  }

  private static String shown(String commit) {
    return commit.substring(0, Math.min(SHOWN, commit.length()));
  }
}
