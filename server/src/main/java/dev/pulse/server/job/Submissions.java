package dev.pulse.server.job;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How jobs come in: one statement however many, all of them or none. */
final class Submissions {
  /**
   * Every id is new, so nothing is looked up; an id that is known after all fails the statement.
   */
  static final Sql INSERT =
      Sql.of(
          """
          WITH given AS MATERIALIZED (      -- numbered in the order given: FIFO within the batch
            SELECT nextval('pulse.job_seq') AS seq, g.*,
              pulse.lane_of(g.priority,
                (SELECT t.aging FROM pulse.topic t WHERE t.name = g.topic), now()) AS lane,
              coalesce('epoch'::timestamptz + g.at_us * interval '1 microsecond',
                now() + g.delay_us * interval '1 microsecond') AS run_at
            FROM unnest(:ids::uuid[], :names::text[], :topics::text[], :args::text[],
                :priorities::int2[], :max_attempts::int2[], :delays::int8[], :ats::int8[],
                :keys::text[], :traces::text[], :backoffs::text[], :gates::int4[],
                :schedules::uuid[], :runs::uuid[], :nodes::text[], :traits::int2[])
              AS g(id, name, topic, args, priority, max_attempts, delay_us, at_us,
                unique_key, trace, backoff, gate, schedule_id, run_id, node_id, traits)),
          born AS (
            INSERT INTO pulse.job (seq, id, lane, schedule_id, run_id, priority, max_attempts,
              name, topic, unique_key, node_id, trace, gate, backoff, args)
            SELECT seq, id, lane, schedule_id, run_id, priority, max_attempts,
              name, topic, unique_key, node_id, trace, gate, backoff::json, args::json
            FROM given),
          waiting AS (
            INSERT INTO pulse.later (seq, run_at, tries, forgiven, max_attempts, traits, status)
            SELECT seq, run_at, 0, 0, max_attempts, traits, 'SCHEDULED'
            FROM given WHERE run_at > now()),
          due AS (
            INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
            SELECT lane, seq, 0, 0, max_attempts, traits, pulse.queue_of(topic, gate)
            FROM given WHERE run_at <= now())
          SELECT pulse.queue_of(topic, gate) AS queue, lane, seq FROM given WHERE run_at <= now()
          """);

  static final Sql KNOWN = Sql.of("SELECT id FROM pulse.job WHERE id = ANY(:ids)");

  /** In key order, so that two batches never wait for each other in a circle. */
  static final Sql HOLD =
      Sql.of(
          """
          INSERT INTO pulse.held_key (unique_key, id)
          SELECT g.unique_key, g.id FROM unnest(:keys::text[], :ids::uuid[]) AS g(unique_key, id)
          ORDER BY g.unique_key COLLATE "C"
          ON CONFLICT DO NOTHING
          """);

  static final Sql HOLDERS =
      Sql.of("SELECT unique_key, id FROM pulse.held_key WHERE unique_key = ANY(:keys)");

  private static final int TRIES = 20;

  private final Database database;
  private final Gates gates;
  private final Arrivals arrivals;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  Submissions(Database database, Gates gates, Arrivals arrivals) {
    this.database = database;
    this.gates = gates;
    this.arrivals = arrivals;
  }

  List<Submitted> submit(List<NewJob> jobs) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    List<NewJob> named = jobs.stream().map(this::withId).toList();
    List<Submitted> submitted = submitNamed(named);
    if (named.stream().anyMatch(job -> !job.due().equals(NewJob.Due.NOW))) {
      arrivals.scheduled();
    }
    return submitted;
  }

  List<Arrival> submitWithin(Connection connection, List<NewJob> jobs) throws SQLException {
    var places = new ArrayList<Arrival>();
    admit(connection, jobs, places);
    return places;
  }

  private List<Submitted> submitNamed(List<NewJob> named) {
    if (named.stream().allMatch(job -> job.uniqueKey() == null)) {
      try {
        arrivals.announce(database.call(connection -> insert(connection, named)));
        return named.stream().map(job -> new Submitted(idOf(job), false)).toList();
      } catch (DatabaseFailure e) {
        if (!e.isDuplicate()) {
          throw e;
        }
      }
    }
    return submitCarefully(named);
  }

  /**
   * Some id may be known or some key held: look first. Whoever comes between makes us look again.
   */
  private List<Submitted> submitCarefully(List<NewJob> jobs) {
    for (int tries = 1; ; tries++) {
      try {
        var places = new ArrayList<Arrival>();
        List<Submitted> submitted =
            database.transact(connection -> admit(connection, jobs, places));
        arrivals.announce(places);
        return submitted;
      } catch (DatabaseFailure e) {
        if (!e.isDuplicate() || tries == TRIES) {
          throw e;
        }
      } catch (HolderGone e) {
        if (tries == TRIES) {
          throw new IllegalStateException("key " + e.getMessage() + " changed hands too often");
        }
      }
    }
  }

  private List<Submitted> admit(Connection connection, List<NewJob> jobs, List<Arrival> places)
      throws SQLException {
    var known = new HashSet<>(known(connection, jobs));
    Map<String, UUID> holders = hold(connection, jobs, known);
    var fresh = new ArrayList<NewJob>();
    var submitted = new ArrayList<Submitted>();
    for (NewJob job : jobs) {
      UUID id = idOf(job);
      UUID holder = job.uniqueKey() == null ? id : holders.getOrDefault(job.uniqueKey(), id);
      if (known.contains(id)) {
        submitted.add(new Submitted(id, true));
      } else if (!holder.equals(id)) {
        submitted.add(new Submitted(holder, true));
      } else {
        known.add(id);
        fresh.add(job);
        submitted.add(new Submitted(id, false));
      }
    }
    if (!fresh.isEmpty()) {
      places.addAll(insert(connection, fresh));
    }
    return submitted;
  }

  private static List<UUID> known(Connection connection, List<NewJob> jobs) throws SQLException {
    UUID[] ids = jobs.stream().map(Submissions::idOf).toArray(UUID[]::new);
    return KNOWN.on(connection).set("ids", ids).list(row -> row.uuid("id"));
  }

  /** Takes what keys are free; answers who holds each key now. */
  private static Map<String, UUID> hold(Connection connection, List<NewJob> jobs, Set<UUID> known)
      throws SQLException {
    var keys = new ArrayList<String>();
    var ids = new ArrayList<UUID>();
    for (NewJob job : jobs) {
      if (job.uniqueKey() != null && !known.contains(idOf(job))) {
        keys.add(job.uniqueKey());
        ids.add(idOf(job));
      }
    }
    var holders = new HashMap<String, UUID>();
    if (keys.isEmpty()) {
      return holders;
    }
    String[] wanted = keys.toArray(String[]::new);
    HOLD.on(connection).set("keys", wanted).set("ids", ids.toArray(UUID[]::new)).update();
    HOLDERS
        .on(connection)
        .set("keys", wanted)
        .list(row -> holders.put(row.text("unique_key"), row.uuid("id")));
    for (String key : keys) {
      if (!holders.containsKey(key)) {
        throw new HolderGone(key);
      }
    }
    return holders;
  }

  private List<Arrival> insert(Connection connection, List<NewJob> jobs) throws SQLException {
    @Nullable Integer[] through = gates.of(connection, jobs);
    Sql.Call call = INSERT.on(connection).set("gates", through);
    new NewJobColumns(jobs).bind(call);
    return call.list(Arrivals::read);
  }

  private NewJob withId(NewJob job) {
    return job.id() == null ? job.but().id(ids.generate()).build() : job;
  }

  private static UUID idOf(NewJob job) {
    UUID id = job.id();
    if (id == null) {
      throw new IllegalStateException("a job without an id");
    }
    return id;
  }

  /** The job that held the key finished between our two looks. */
  private static final class HolderGone extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HolderGone(String key) {
      super(key, null, false, false);
    }
  }
}
