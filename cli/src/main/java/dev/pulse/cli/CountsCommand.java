package dev.pulse.cli;

import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.TopicCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code pulse counts}: how many jobs stand where. */
@Command(
    name = "counts",
    description = "Counts the jobs of each topic that wait, run or are dead letters.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse counts --json"})
final class CountsCommand extends ClientCommand {
  private static final List<JobStatus> SHOWN =
      List.of(
          JobStatus.SCHEDULED,
          JobStatus.PENDING,
          JobStatus.RUNNING,
          JobStatus.RETRYING,
          JobStatus.DEAD_LETTERED);

  @Override
  ExitCode run(Pulse pulse) {
    List<TopicCount> counts = pulse.counts();
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "counts", counts, JobJson::count);
          json.writeEndObject();
        },
        screen -> show(counts, screen));
    return ExitCode.OK;
  }

  private static void show(List<TopicCount> counts, Screen screen) {
    if (counts.isEmpty()) {
      screen.line("no job waits, runs or is a dead letter");
      return;
    }
    Map<String, Map<JobStatus, String>> byTopic = new TreeMap<>();
    for (TopicCount count : counts) {
      byTopic
          .computeIfAbsent(count.topic(), _ -> new EnumMap<>(JobStatus.class))
          .put(count.status(), count.count() + (count.atLeast() ? "+" : ""));
    }
    var columns = new ArrayList<Table.Column>();
    columns.add(Table.Column.of("TOPIC"));
    SHOWN.forEach(status -> columns.add(Table.Column.of(heading(status))));
    var table = new Table(columns.toArray(Table.Column[]::new));
    byTopic.forEach(
        (topic, row) -> {
          var cells = new ArrayList<Table.Cell>();
          cells.add(Table.Cell.of(topic));
          SHOWN.forEach(status -> cells.add(Table.Cell.of(row.getOrDefault(status, "-"))));
          table.row(cells.toArray(Table.Cell[]::new));
        });
    screen.table(table);
  }

  private static String heading(JobStatus status) {
    return status == JobStatus.DEAD_LETTERED ? "DEAD" : status.name();
  }
}
