package dev.pulse.cli;

import dev.pulse.Job;
import dev.pulse.JobStatus;
import dev.pulse.Slung;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a command shows people what it found. */
record Screen(PrintWriter out, Terminal terminal, Instant now) {
  void line(String text) {
    out.println(harmless(text));
  }

  void table(Table table) {
    table.lines(terminal.size().get().columns(), palette()).forEach(out::println);
  }

  /** One fact to a line; nothing for a fact that is missing. */
  void fact(String name, @Nullable Object value) {
    if (value != null) {
      out.println(palette().heading("%-13s".formatted(name)) + " " + harmless(value.toString()));
    }
  }

  void finding(Finding finding) {
    String verdict = finding.verdict().name().toLowerCase(Locale.ROOT);
    out.println(
        palette().verdict(finding.verdict(), "%-5s".formatted(verdict))
            + " %-9s%s".formatted(finding.check(), harmless(finding.text())));
  }

  void time(String name, @Nullable Instant time) {
    if (time != null) {
      fact(name, "%s (%s)".formatted(time, Ago.of(time, now)));
    }
  }

  Table.Cell status(JobStatus status) {
    return Table.Cell.of(status).painted(text -> palette().status(status, text));
  }

  /** Where a task or a sling stands, in its own word. */
  Table.Cell state(String state) {
    return Table.Cell.of(state).painted(text -> palette().state(state, text));
  }

  /** A fact that somebody should do something about. */
  void alarm(String name, String value) {
    out.println(palette().alarm("%-13s".formatted(name) + " " + harmless(value)));
  }

  /** What became of one task, and why; not in a table, so that why is never cut. */
  void slung(Slung slung, int widest) {
    String task = ("%-" + widest + "s").formatted(slung.task());
    String why = slung.isRefused() ? "refused: " + slung.message() : slung.message();
    String job = slung.jobId() == null ? "" : ", job " + slung.jobId();
    out.println(harmless(task) + " " + palette().state(slung.result(), harmless(why)) + job);
  }

  Table.Cell ago(@Nullable Instant time) {
    return Table.Cell.of(time == null ? "" : Ago.of(time, now));
  }

  void jobs(List<Job> jobs) {
    var table =
        new Table(
            Table.Column.whole("ID"),
            Table.Column.whole("STATUS"),
            Table.Column.of("NAME"),
            Table.Column.of("TOPIC"),
            Table.Column.whole("TRIES"),
            Table.Column.whole("AGE"));
    for (Job job : jobs) {
      table.row(
          Table.Cell.of(job.id()),
          status(job.status()),
          Table.Cell.of(job.name()),
          Table.Cell.of(job.topic()),
          Table.Cell.of(job.attempts() + "/" + job.maxAttempts()),
          Table.Cell.of(Ago.of(job.submittedAt(), now).replace(" ago", "")));
    }
    table(table);
  }

  private Palette palette() {
    return new Palette(terminal.colour());
  }

  static String oneLine(String text) {
    return harmless(text.lines().findFirst().orElse("").replace('\t', ' '));
  }

  /** Errors and results are others' words; what would steer the terminal is not passed on. */
  private static String harmless(String text) {
    var clean = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c ->
                clean.appendCodePoint(
                    Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c));
    return clean.toString();
  }
}
