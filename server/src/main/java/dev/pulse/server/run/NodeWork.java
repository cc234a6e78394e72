package dev.pulse.server.run;

import dev.pulse.server.job.Backoff;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.postgres.Row;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the jobs of nodes are to be: kept when the run is started, made when a node is ready. */
final class NodeWork {
  static final Sql INSERT =
      Sql.of(
          """
          INSERT INTO pulse.run_work
            (run_id, node_id, priority, max_attempts, delay, name, topic, limits, backoff, trace, args)
          SELECT :run, g.node_id, g.priority, g.max_attempts, g.delay, g.name, g.topic, g.limits,
            g.backoff, g.trace, g.args::json
          FROM unnest(:nodes::text[], :priorities::int4[], :attempts::int4[], :delays::int8[],
              :names::text[], :topics::text[], :limits::text[], :backoffs::text[], :traces::text[],
              :args::text[])
            AS g(node_id, priority, max_attempts, delay, name, topic, limits, backoff, trace, args)
          """);

  static final Sql READ =
      Sql.of(
          """
          SELECT w.* FROM unnest(:runs::uuid[], :nodes::text[]) AS g(run_id, node_id)
          CROSS JOIN LATERAL (SELECT * FROM pulse.run_work
            WHERE run_id = g.run_id AND node_id = g.node_id OFFSET 0) w
          """);

  private record Place(UUID run, String node) {}

  private NodeWork() {}

  static void keep(Connection connection, UUID run, List<NewNode> nodes) throws SQLException {
    var ids = new ArrayList<String>();
    var works = new ArrayList<NewNode.RunJob>();
    for (NewNode node : nodes) {
      if (node.work() instanceof NewNode.RunJob work) {
        ids.add(node.id());
        works.add(work);
      }
    }
    if (works.isEmpty()) {
      return;
    }
    List<NewJob> jobs = works.stream().map(NewNode.RunJob::job).toList();
    INSERT
        .on(connection)
        .set("run", run)
        .set("nodes", ids.toArray(String[]::new))
        .set("priorities", jobs.stream().mapToInt(NewJob::priority).toArray())
        .set("attempts", jobs.stream().mapToInt(NewJob::maxAttempts).toArray())
        .set("delays", works.stream().mapToLong(work -> work.delay().toNanos() / 1000).toArray())
        .set("names", jobs.stream().map(NewJob::name).toArray(String[]::new))
        .set("topics", jobs.stream().map(NewJob::topic).toArray(String[]::new))
        .set("limits", jobs.stream().map(NodeWork::limits).toArray(String[]::new))
        .set("backoffs", jobs.stream().map(job -> backoff(job.backoff())).toArray(String[]::new))
        .set("traces", jobs.stream().map(NewJob::trace).toArray(String[]::new))
        .set("args", jobs.stream().map(NewJob::args).toArray(String[]::new))
        .update();
  }

  /** The jobs of the nodes that became ready. A delay is for the first time only. */
  static List<NewJob> jobs(Connection connection, List<RunState> runs) throws SQLException {
    record Launch(UUID job, boolean first) {}
    var launches = new LinkedHashMap<Place, Launch>(); // in the order of the nodes
    for (RunState run : runs) {
      run.launched.forEach(
          (node, first) -> {
            if (node.jobId != null) {
              launches.put(new Place(run.id, node.id), new Launch(node.jobId, first));
            }
          });
    }
    if (launches.isEmpty()) {
      return List.of();
    }
    Map<Place, NewJob> works = read(connection, List.copyOf(launches.keySet()));
    var jobs = new ArrayList<NewJob>();
    launches.forEach(
        (place, launch) -> {
          NewJob work = works.get(place);
          if (work == null) {
            throw new IllegalStateException("node " + place + " has no work");
          }
          NewJob.Draft job = work.but().id(launch.job());
          jobs.add((launch.first() ? job : job.due(NewJob.Due.NOW)).build());
        });
    return jobs;
  }

  private static Map<Place, NewJob> read(Connection connection, List<Place> places)
      throws SQLException {
    var works = new HashMap<Place, NewJob>();
    READ.on(connection)
        .set("runs", places.stream().map(Place::run).toArray(UUID[]::new))
        .set("nodes", places.stream().map(Place::node).toArray(String[]::new))
        .list(row -> works.put(new Place(row.uuid("run_id"), row.text("node_id")), job(row)));
    return works;
  }

  private static NewJob job(Row row) throws SQLException {
    String limits = row.textOrNull("limits");
    return NewJob.named(row.text("name"))
        .but()
        .topic(row.text("topic"))
        .args(row.text("args"))
        .priority(row.count("priority"))
        .maxAttempts(row.count("max_attempts"))
        .delay(Duration.of(row.number("delay"), ChronoUnit.MICROS))
        .limits(limits == null ? List.of() : List.of(limits.split("\t")))
        .backoff(backoff(row.textOrNull("backoff")))
        .trace(row.textOrNull("trace"))
        .origin(new NewJob.Origin(null, row.uuid("run_id"), row.text("node_id")))
        .build();
  }

  private static @Nullable String limits(NewJob job) {
    return job.limits().isEmpty() ? null : String.join("\t", job.limits());
  }

  private static @Nullable String backoff(Backoff backoff) {
    return switch (backoff) {
      case Backoff.Squared _ -> null;
      case Backoff.Exponential(var base, var factor, var cap, var jitter) ->
          "%d %s %d %s".formatted(base.toMillis(), factor, cap.toMillis(), jitter);
    };
  }

  private static Backoff backoff(@Nullable String text) {
    if (text == null) {
      return Backoff.SQUARED;
    }
    String[] parts = text.split(" ", -1);
    return new Backoff.Exponential(
        Duration.ofMillis(Long.parseLong(parts[0])),
        Double.parseDouble(parts[1]),
        Duration.ofMillis(Long.parseLong(parts[2])),
        Double.parseDouble(parts[3]));
  }
}
