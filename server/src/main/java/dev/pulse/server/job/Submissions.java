package dev.pulse.server.job;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import dev.pulse.server.postgres.Database;
import dev.pulse.server.postgres.DatabaseFailure;
import dev.pulse.server.postgres.Inquiry;
import dev.pulse.server.postgres.Line;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How jobs come in: one statement however many, all of them or none. */
final class Submissions {
  /**
   * Every id is new, so nothing is looked up; an id that is known after all fails the statement.
   */
  static final Sql INSERT =
      Sql.of(
          """
          WITH idle AS MATERIALIZED (       -- nothing waits there: a job with a worker starts at once
            SELECT f.topic
            FROM unnest(:offered::text[], :lanes::int8[], :seqs::int8[]) AS f(topic, lane, seq)
            WHERE NOT EXISTS (SELECT FROM pulse.ready r
              WHERE r.queue = f.topic AND (r.lane, r.seq) >= (f.lane, f.seq))),
          given AS MATERIALIZED (           -- numbered in the order given: FIFO within the batch
            SELECT nextval('pulse.job_seq') AS seq, g.*,
              CASE WHEN g.worker <> 0 AND g.gate IS NULL
                AND g.topic = ANY(ARRAY(SELECT topic FROM idle)) THEN g.worker END AS lent_to,
              CASE WHEN g.aging_us IS NULL THEN -g.priority::int8
                ELSE pulse.lane_of(g.priority, g.aging_us * interval '1 microsecond', now())
                END AS lane,
              coalesce('epoch'::timestamptz + g.at_us * interval '1 microsecond',
                now() + g.delay_us * interval '1 microsecond') AS run_at
            FROM unnest(:ids::uuid[], :names::text[], :topics::text[], :args::text[],
                :priorities::int2[], :max_attempts::int2[], :delays::int8[], :ats::int8[],
                :keys::text[], :traces::text[], :backoffs::text[], :gates::int4[],
                :schedules::uuid[], :runs::uuid[], :nodes::text[], :traits::int2[], :workers::int8[],
                :agings::int8[])
              WITH ORDINALITY AS g(id, name, topic, args, priority, max_attempts, delay_us, at_us,
                unique_key, trace, backoff, gate, schedule_id, run_id, node_id, traits, worker, aging_us,
                nr)),
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
          started AS (
            INSERT INTO pulse.running (seq, worker, tries, forgiven, max_attempts, traits)
            SELECT seq, lent_to, 1, 0, max_attempts, traits FROM given WHERE lent_to IS NOT NULL),
          due AS (
            INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
            SELECT lane, seq, 0, 0, max_attempts, traits, pulse.queue_of(topic, gate)
            FROM given WHERE run_at <= now() AND lent_to IS NULL)
          SELECT nr, topic AS queue, lane, seq, lent_to,
            (extract(epoch FROM now()) * 1000000)::int8 AS submitted_us
          FROM given WHERE lent_to IS NOT NULL
          UNION ALL                         -- of the others no more than from where to claim
          SELECT 0, pulse.queue_of(topic, gate), min(lane), min(seq), NULL, NULL
          FROM given WHERE run_at <= now() AND lent_to IS NULL GROUP BY topic, gate
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

  /** No job has a worker waiting for it. */
  static final long[] NOBODY = {};

  private static final int TRIES = 20;

  private final Database database;
  private final Gates gates;
  private final Marks marks;
  private final Aging aging;
  private final PlainJobs plain;
  private final Arrivals arrivals;
  private final TimeBasedEpochGenerator ids = Generators.timeBasedEpochGenerator();

  Submissions(Database database, Gates gates, Marks marks, Aging aging, Arrivals arrivals) {
    this.database = database;
    this.gates = gates;
    this.marks = marks;
    this.aging = aging;
    this.plain = new PlainJobs(marks, aging);
    this.arrivals = arrivals;
  }

  /**
   * @param workers for each job who has a free slot for it, or 0; or {@link #NOBODY}
   */
  List<Submitted> submit(List<NewJob> jobs, long[] workers) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    var named = new ArrayList<NewJob>(jobs.size());
    boolean keyed = false;
    boolean delayed = false;
    for (NewJob job : jobs) {
      named.add(withId(job));
      keyed |= job.uniqueKey() != null;
      delayed |= !job.due().equals(NewJob.Due.NOW);
    }
    List<Submitted> submitted = keyed ? submitCarefully(named) : submitFresh(named, workers);
    if (delayed) {
      arrivals.scheduled();
    }
    return submitted;
  }

  /**
   * Over a line, by the thread that speaks it. An empty answer: none was taken; null: this is no
   * way for them. One without an id could be taken twice, if the answer were lost.
   */
  @Nullable CompletableFuture<List<Submitted>> submitBy(
      Line line, List<NewJob> jobs, long[] workers) {
    for (NewJob job : jobs) {
      if (job.id() == null || !job.isPlain()) {
        return null;
      }
    }
    Inquiry<Place> inquiry = plain.inquiry(jobs, workers);
    return inquiry == null
        ? null
        : line.ask(inquiry).thenApply(there -> there.isEmpty() ? List.of() : born(jobs, there));
  }

  List<Arrival> submitWithin(Connection connection, List<NewJob> jobs) throws SQLException {
    var places = new ArrayList<Arrival>();
    admit(connection, jobs, places);
    return places;
  }

  private List<Submitted> submitFresh(List<NewJob> named, long[] workers) {
    try {
      return born(named, database.call(connection -> insert(connection, named, workers)));
    } catch (DatabaseFailure e) {
      if (!e.isDuplicate()) {
        throw e;
      }
      return submitCarefully(named);
    }
  }

  private List<Submitted> born(List<NewJob> jobs, List<Place> places) {
    arrivals.announce(Place.waiting(places));
    var submitted = new ArrayList<Submitted>(jobs.size());
    for (NewJob job : jobs) {
      submitted.add(new Submitted(idOf(job), false));
    }
    for (Place place : places) {
      if (place.lent() != null) {
        NewJob job = jobs.get(place.at());
        UUID id = idOf(job);
        submitted.set(place.at(), new Submitted(id, false, place.lent().assignment(id, job)));
      }
    }
    return submitted;
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
      places.addAll(Place.waiting(insert(connection, fresh, NOBODY)));
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

  private List<Place> insert(Connection connection, List<NewJob> jobs, long[] workers)
      throws SQLException {
    Inquiry<Place> inquiry = PlainJobs.are(jobs) ? plain.inquiry(jobs, workers) : null;
    List<Place> places = inquiry == null ? List.of() : inquiry.on(connection);
    if (!places.isEmpty()) {
      return places;
    }
    Sql.Given statement = new NewJobColumns(jobs).bind(INSERT.given());
    statement
        .set("gates", gates.of(connection, jobs))
        .set("workers", workers)
        .set("agings", aging.of(jobs));
    return Offered.of(jobs, workers, marks).bind(statement).reading(Place::read).on(connection);
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
