package dev.pulse.benchmarks;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerPort;
import dev.pulse.Pulse;
import dev.pulse.dashboard.Dashboard;
import dev.pulse.server.PulseServer;
import dev.pulse.server.ServerConfig;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * How long the pages of the dashboard take on a table of a million jobs, and what open tabs cost
 * the database: transactions a second with one tab and with fifty.
 */
public final class DashboardBench {
  private static final int ROUNDS = 40;

  /** Nobody waits for a page. */
  private static final double MOST_MILLIS = 300;

  private static final int SECONDS = 10;
  private static final String COMMITS =
      "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()";

  /** Nine of ten are done; the rest stands everywhere else. */
  private static final List<String> PLACES =
      List.of(
          """
          INSERT INTO pulse.finished (seq, started_at, finished_at, tries, forgiven, max_attempts, traits, status, error)
          SELECT seq, submitted_at, submitted_at + interval '1 s', 1, 0, 5, 0,
            (CASE WHEN seq % 100 < 92 THEN 'COMPLETED' WHEN seq % 100 < 94 THEN 'DEAD_LETTERED' ELSE 'CANCELED' END)::pulse.job_status,
            CASE WHEN seq % 100 BETWEEN 92 AND 93 THEN 'it broke' END
          FROM pulse.job WHERE seq % 100 < 95
          """,
          """
          INSERT INTO pulse.ready (lane, seq, tries, forgiven, max_attempts, traits, queue)
          SELECT lane, seq, 0, 0, 5, 0, topic FROM pulse.job WHERE seq % 100 IN (95, 96, 97)
          """,
          """
          INSERT INTO pulse.later (seq, run_at, tries, forgiven, max_attempts, traits, status)
          SELECT seq, now() + interval '1 day', 1, 0, 5, 0,
            (CASE WHEN seq % 100 = 98 THEN 'SCHEDULED' ELSE 'RETRYING' END)::pulse.job_status
          FROM pulse.job WHERE seq % 100 IN (98, 99)
          """);

  private static final List<String> PATHS =
      List.of(
          "/",
          "/jobs",
          "/jobs?q=name-7",
          "/jobs?topic=topic-3",
          "/jobs?status=PENDING",
          "/jobs?status=PENDING&q=name-45",
          "/jobs?status=DEAD_LETTERED",
          "/jobs?status=DEAD_LETTERED&topic=topic-12",
          "/jobs?status=COMPLETED&q=name-7&topic=topic-7",
          "/jobs?q=no-such-name",
          "/jobs?status=COMPLETED&q=no-such-name",
          "/inbox",
          "/runs",
          "/runs?status=waiting",
          "/runs?name=release-7",
          "/runs?name=no-such-run",
          "/tasks",
          "/tasks?preview=yes",
          "/tasks?project=project-3",
          "/tasks/p4-9",
          "/plans",
          "/plans/plan-1",
          "/agents",
          "/agents/agent-1",
          "/schedules",
          "/schedules/schedule-7",
          "/dispatch",
          "/limits");

  private final BenchDatabase bench;
  private final String base;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private int slow;

  private DashboardBench(BenchDatabase bench, String base) {
    this.bench = bench;
    this.base = base;
  }

  public static void main(String[] arguments) throws Exception {
    int jobs = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
    try (var bench = new BenchDatabase()) {
      bench.execute(
          """
      INSERT INTO pulse.job (id, submitted_at, lane, priority, max_attempts, name, topic, schedule_id, args)
      SELECT gen_random_uuid(), now() - (%1$d - n) * interval '10 ms', 0, 0, 5,
        'name-' || n %% 50, 'topic-' || n %% 20,
        CASE WHEN n %% 100 = 0 THEN '00000000-0000-7000-8000-000000000001'::uuid END,
        json_build_object('n', n, 'text', repeat('x', 200))
      FROM generate_series(1, %1$d) n
      """
              .formatted(jobs));
      PLACES.forEach(bench::execute);
      FullHouse.fill(bench);
      bench.execute("VACUUM ANALYZE");
      try (var server = new PulseServer(ServerConfig.local(0), bench.database());
          var pulse = Pulse.connect("127.0.0.1:" + server.port());
          var dashboard = new Dashboard(pulse, _ -> Optional.empty(), _ -> pulse);
          Server pages = serve(dashboard)) {
        var all = new DashboardBench(bench, "http://127.0.0.1:" + pages.activeLocalPort());
        System.out.printf(
            "%,d jobs, %,d runs, %,d tasks%n",
            bench.number("SELECT count(*) FROM pulse.job"),
            bench.number("SELECT count(*) FROM pulse.run"),
            bench.number("SELECT count(*) FROM pulse.task"));
        FullHouse.fill(pulse);
        all.pages(bench, FullHouse.run(pulse));
        all.tabs(0);
        all.tabs(1);
        all.tabs(50);
      }
    }
  }

  private static Server serve(Dashboard dashboard) {
    Server server =
        Server.builder()
            .port(new ServerPort(new InetSocketAddress("127.0.0.1", 0), SessionProtocol.HTTP))
            .serviceUnder("/", dashboard)
            .build();
    server.start().join();
    return server;
  }

  private void pages(BenchDatabase database, UUID wide) throws Exception {
    String one = id(database, "SELECT id FROM pulse.job ORDER BY seq LIMIT 1");
    String dead = id(database, "SELECT id FROM pulse.jobs WHERE status = 'DEAD_LETTERED' LIMIT 1");
    String waiting = id(database, "SELECT id FROM pulse.run WHERE status = 'waiting' LIMIT 1");
    var paths = new ArrayList<>(PATHS);
    paths.addAll(List.of("/jobs/" + one, "/jobs/" + dead, "/runs/" + wide, "/runs/" + waiting));
    for (String path : paths) {
      page(path, ROUNDS);
    }
    System.out.printf("%d pages took %.0f ms or more%n", slow, MOST_MILLIS);
  }

  private static String id(BenchDatabase database, String sql) {
    return database
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement();
                  var rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getString(1);
              }
            });
  }

  private void page(String path, int rounds) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(base + path)).build();
    double[] millis = new double[rounds];
    int size = 0;
    for (int round = -rounds / 4; round < rounds; round++) {
      long start = System.nanoTime();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(path + " answers " + answer.statusCode());
      }
      if (round >= 0) {
        millis[round] = (System.nanoTime() - start) / 1e6;
      }
      size = answer.body().length();
    }
    Arrays.sort(millis);
    slow += millis[rounds - 1] < MOST_MILLIS ? 0 : 1;
    System.out.printf(
        "%-48s half within %6.1f ms, the slowest of %d took %6.1f ms (%,d characters)%n",
        path, millis[rounds / 2], rounds, millis[rounds - 1], size);
  }

  /** Tabs of the overview, the page that asks most. */
  private void tabs(int count) throws Exception {
    var streams = new ArrayList<InputStream>();
    for (int tab = 0; tab < count; tab++) {
      var request = HttpRequest.newBuilder(URI.create(base + "/live?at=/")).build();
      streams.add(client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
    }
    TimeUnit.SECONDS.sleep(2);
    long before = bench.number(COMMITS);
    TimeUnit.SECONDS.sleep(SECONDS);
    System.out.printf(
        "%d tabs open: %.1f transactions a second%n",
        count, (bench.number(COMMITS) - before) / (double) SECONDS);
    for (var stream : streams) {
      stream.close();
    }
    TimeUnit.SECONDS.sleep(2);
  }
}
