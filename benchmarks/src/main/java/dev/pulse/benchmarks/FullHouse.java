package dev.pulse.benchmarks;

import dev.pulse.JobRequest;
import dev.pulse.NewRun;
import dev.pulse.Pulse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Years of work in every room but that of jobs: runs, tasks, slings, plans, agents, schedules. */
final class FullHouse {
  private static final int PLANS = 200;
  private static final int AGENTS = 40;
  private static final int SCHEDULES = 500;
  private static final int LIMITS = 200;

  /**
   * A hundred thousand runs, one in a hundred of which waits for a person; most names are shared.
   */
  private static final List<String> RUNS =
      List.of(
          """
          INSERT INTO pulse.run (id, created_at, closed_at, events, pending_waits, status, name)
          SELECT md5('run ' || n)::uuid, now() - (100001 - n) * interval '1 s',
            CASE WHEN n % 100 > 0 THEN now() - (100000 - n) * interval '1 s' END, 6, (n % 100 = 0)::int,
            CASE WHEN n % 100 = 0 THEN 'waiting' WHEN n % 100 < 5 THEN 'failed' ELSE 'completed' END, 'release-' || n % 40
          FROM generate_series(1, 100000) n
          """,
          """
          INSERT INTO pulse.run_node (run_id, place, status, node_id, after, signal, job_id, wait_id, finished_at)
          SELECT md5('run ' || n)::uuid, place,
            CASE WHEN n % 100 = 0 AND place = 2 THEN 'waiting' WHEN n % 100 = 0 AND place = 3 THEN 'pending' ELSE 'completed' END,
            'node-' || place, CASE WHEN place > 1 THEN ARRAY['node-' || place - 1] ELSE '{}' END,
            CASE WHEN place = 2 THEN 'approve' END, NULL,
            CASE WHEN n % 100 = 0 AND place = 2 THEN md5('wait ' || n)::uuid END, now()
          FROM generate_series(1, 100000) n, generate_series(1, 3) place
          """,
          """
          INSERT INTO pulse.wait (id, run_id, created_at, ended_at, round, status, wakes, signal, node_id, question,
            delivered_by, via, answer)
          SELECT md5('wait ' || n)::uuid, md5('run ' || n)::uuid, now() - (100001 - n) * interval '1 s',
            CASE WHEN n % 100 > 0 THEN now() END, 1, CASE WHEN n % 100 = 0 THEN 'pending' ELSE 'delivered' END, false,
            'approve', 'node-2', 'Ship it?', 'ann', 'api', CASE WHEN n % 100 > 0 THEN '{}' END
          FROM generate_series(1, 100000) n
          """,
          """
          INSERT INTO pulse.run_event (run_id, number, at, type, node_id)
          SELECT md5('run ' || n)::uuid, number, now(), 'node.completed', 'node-' || number / 2
          FROM generate_series(1, 100000) n, generate_series(1, 6) number
          """);

  /** Ten thousand tasks in five projects, two of ten open; slings of most of them, some broken. */
  private static final List<String> TASKS =
      List.of(
          """
          INSERT INTO pulse.project (name, prefix, repository, agent, base_branch)
          SELECT 'project-' || n, 'p' || n, '/srv/p' || n, 'coder', 'main' FROM generate_series(0, 4) n
          """,
          """
          INSERT INTO pulse.task (id, type, status, closed_at, title, description)
          SELECT 'p' || n % 5 || '-' || n, 'task', CASE WHEN n % 10 < 8 THEN 'closed' ELSE 'open' END,
            CASE WHEN n % 10 < 8 THEN now() END, 'Mend the part number ' || n, repeat('It is broken. ', 20)
          FROM generate_series(1, 10000) n
          """,
          """
          INSERT INTO pulse.task_dependency (task, depends_on)
          SELECT 'p' || n % 5 || '-' || n, 'p' || (n - 1) % 5 || '-' || n - 1 FROM generate_series(2, 10000) n WHERE n % 10 = 9
          """,
          """
          INSERT INTO pulse.sling (id, closed_at, ended_at, dispatch_failures, blocked, no_merge, owned, reason, outcome, merge,
            task, project, agent, enqueued_by, vars, prompt, last_failure)
          SELECT md5('sling ' || n)::uuid, CASE WHEN n % 10 <> 9 THEN now() END, CASE WHEN n % 10 < 8 THEN now() END,
            CASE WHEN n % 10 = 8 THEN 3 ELSE 0 END, n % 10 = 9, false, false,
            CASE WHEN n % 10 < 8 THEN 'dispatched' WHEN n % 10 = 8 THEN 'circuit-broken' END,
            CASE WHEN n % 10 < 8 THEN 'completed' END, 'direct', 'p' || n % 5 || '-' || n, 'project-' || n % 5, 'coder', 'ann',
            '{}', 'Mend it.', CASE WHEN n % 10 = 8 THEN 'no such agent' END
          FROM generate_series(1, 10000) n
          """,
          """
          INSERT INTO pulse.convoy (id, created_by, automatic, title)
          SELECT 'hq-cv-' || n, 'ann', false, 'Convoy ' || n FROM generate_series(1, 500) n
          """,
          """
          INSERT INTO pulse.convoy_member (convoy, task)
          SELECT 'hq-cv-' || n % 500 + 1, 'p' || n % 5 || '-' || n FROM generate_series(1, 10000) n
          """);

  private FullHouse() {}

  static void fill(BenchDatabase database) {
    RUNS.forEach(database::execute);
    TASKS.forEach(database::execute);
  }

  /** What parts show and people set, through the SDK. */
  static void fill(Pulse pulse) {
    for (int n = 0; n < PLANS; n++) {
      pulse.statuses().put("plan", "plan-" + n, plan(n));
    }
    for (int n = 0; n < AGENTS; n++) {
      pulse.statuses().put("standing-agent", "agent-" + n, agent());
    }
    for (int n = 0; n < SCHEDULES; n++) {
      pulse.schedules().put("schedule-" + n, s -> s.cron("0 3 * * *").job("backup"));
    }
    for (int n = 0; n < LIMITS; n++) {
      pulse
          .limits()
          .set("limit-" + n, limit -> limit.maxRunning(4).rate(60, Duration.ofMinutes(1)));
    }
  }

  /** A run of thirty nodes in six layers. */
  static UUID run(Pulse pulse) {
    NewRun run = NewRun.of("a wide one");
    for (int n = 0; n < 30; n++) {
      List<String> after = n < 5 ? List.of() : List.of("n" + (n - 5), "n" + (n - 5) / 5 * 5);
      var job = JobRequest.of("nobody", null, options -> options.topic("nowhere"));
      run =
          run.node(
              new NewRun.Node(
                  "n" + n, List.copyOf(new LinkedHashSet<>(after)), job, null, null, null));
    }
    return pulse.runs().start(run);
  }

  private static Map<String, Object> plan(int n) {
    String folder = List.of("drafts", "active", "completed", "failed").get(n % 4);
    var components = new ArrayList<Map<String, Object>>();
    for (int number = 1; number <= 20; number++) {
      components.add(
          Map.of(
              "number", number,
              "title", "Component " + number,
              "status", number < 10 ? "COMPLETED" : "PENDING",
              "agent", number == 10 ? "HUMAN" : "coder",
              "result",
                  number < 10 ? "It went as it should, and this says so at some length." : ""));
    }
    var plan = new HashMap<String, Object>();
    plan.put("folder", folder);
    plan.put("file", "plans/" + folder + "/plan-" + n + ".md");
    plan.put("title", "Plan " + n);
    plan.put("stands", "10 waits for a person");
    plan.put("completed", 9);
    plan.put("total", 20);
    plan.put("components", components);
    if (folder.equals("active")) {
      plan.put("gate", Map.of("component", 10, "title", "Component 10", "asks", "Is it good?"));
    }
    return plan;
  }

  private static Map<String, Object> agent() {
    String soon = Instant.now().plusSeconds(600).toString();
    return Map.of(
        "interval_seconds",
        3600,
        "running",
        false,
        "next_run",
        soon,
        "position",
        Map.of("state", "morning", "hits", 1, "repeat", 3),
        "forecast",
        List.of(Map.of("at", soon, "action", "wake", "state", "morning")),
        "states",
        List.of(
            Map.of("name", "morning", "kind", "wake", "repeat", 3, "next", "night"),
            Map.of("name", "night", "kind", "rem", "repeat", 1, "next", "morning")));
  }
}
