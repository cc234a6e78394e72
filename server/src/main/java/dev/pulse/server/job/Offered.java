package dev.pulse.server.job;

import dev.pulse.server.postgres.Sql;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The topics in which somebody waits for work, and where the next claim would begin there. */
record Offered(List<String> topics, List<Marks.Mark> begin) {
  /**
   * @param workers for each job who has a free slot for it, or 0; or nothing
   */
  static Offered of(List<NewJob> jobs, long[] workers, Marks marks) {
    Set<String> topics = new LinkedHashSet<>();
    for (int at = 0; at < workers.length; at++) {
      if (workers[at] != 0) {
        topics.add(jobs.get(at).topic());
      }
    }
    return new Offered(List.copyOf(topics), topics.stream().map(marks::of).toList());
  }

  Sql.Given bind(Sql.Given statement) {
    return statement
        .set("offered", topics.toArray(String[]::new))
        .set("lanes", begin.stream().mapToLong(Marks.Mark::lane).toArray())
        .set("seqs", begin.stream().mapToLong(Marks.Mark::seq).toArray());
  }
}
