package dev.pulse.agents.branch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far the work on a branch has come. It is kept with the repository, so that it outlives the
 * runner, the worktree and, for a job that is told to run once more, the branch.
 *
 * @param job whose work it is
 * @param done the marks of the steps that are done, in order
 * @param landed null: not yet
 */
record Progress(UUID job, List<String> done, @Nullable Landed landed) {
  private static final int MARK = 16;

  static Progress none(UUID job) {
    return new Progress(job, List.of(), null);
  }

  /** What is known of a branch, for the job that works on it now. */
  static Progress read(Path file, UUID job, List<String> steps) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      return none(job);
    }
    return parse(lines, job).seenBy(job, steps);
  }

  private static Progress parse(List<String> lines, UUID fallback) {
    UUID job = fallback;
    var done = new ArrayList<String>();
    Landed landed = null;
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "job" -> job = UUID.fromString(words[1]);
        case "done" -> done.add(words[1]);
        case "merged" -> landed = new Landed(words[1], true);
        case "kept" -> landed = new Landed(words[1], false);
        default -> {
          return none(fallback);
        }
      }
    }
    return new Progress(job, List.copyOf(done), landed);
  }

  /** What another job did is its own affair; a list that was changed is followed up to there. */
  Progress seenBy(UUID now, List<String> steps) {
    if (!job.equals(now)) {
      return none(now);
    }
    int same = 0;
    while (same < Math.min(done.size(), steps.size())
        && done.get(same).equals(mark(steps.get(same)))) {
      same++;
    }
    return new Progress(now, done.subList(0, same), landed);
  }

  Progress with(String step) {
    var more = new ArrayList<>(done);
    more.add(mark(step));
    return new Progress(job, List.copyOf(more), landed);
  }

  Progress with(Landed end) {
    return new Progress(job, done, end);
  }

  void write(Path file) throws IOException {
    var text = new StringBuilder("job ").append(job).append('\n');
    done.forEach(mark -> text.append("done ").append(mark).append('\n'));
    if (landed != null) {
      text.append(landed.merged() ? "merged " : "kept ").append(landed.commit()).append('\n');
    }
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(fresh, text);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String mark(String step) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(step.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, MARK);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
