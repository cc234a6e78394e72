package dev.pulse.dashboard;

import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobStatus;
import dev.pulse.Pulse;
import dev.pulse.RunFilter;
import dev.pulse.TopicCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether things are well, in five seconds; and first of all what waits for a person. */
final class OverviewPage implements Page {
  private static final int MOST = 8;
  private static final int AGENT_RUNS = 8;
  private static final String AGENTS = "agents";

  /** No index leads to the jobs of a topic, so those that ended are looked for among the latest. */
  private static final int LATEST = 100;

  /**
   * What the template draws.
   *
   * @param attention what waits for a person
   * @param counts how many jobs stand where
   * @param hour what happened in the last hour
   * @param agents what agents do, and did last
   */
  record View(
      List<Attention> attention, List<TopicCount> counts, Hour hour, List<AgentRun> agents) {

    String count(JobStatus status) {
      return Counts.of(counts, status);
    }

    boolean any(JobStatus status) {
      return counts.stream().anyMatch(count -> count.status() == status && count.count() > 0);
    }

    /** Whether there is anything at all yet. */
    boolean isNew() {
      return counts.isEmpty() && hour.completed() == 0 && hour.failed() == 0;
    }

    String latency(double share) {
      return hour.latency(share).map(Text::duration).orElse("–");
    }

    /** The share of attempts that failed, in words. */
    String failures() {
      long all = hour.completed() + hour.failed();
      if (all == 0 || hour.failed() == 0) {
        return "none failed";
      }
      return "%s failed (%.1f %%)"
          .formatted(Text.number(hour.failed()), 100.0 * hour.failed() / all);
    }
  }

  @Override
  public void on(Site site) {
    site.show("/", OverviewPage::overview);
  }

  private static Screen overview(Visit visit) {
    Pulse pulse = visit.pulse();
    List<TopicCount> counts = visit.counting().now();
    var hour = Hour.of(pulse.minutes(Hour.beginning(visit.now())), visit.now());
    return new Screen(
        "Overview", "overview", new View(attention(pulse, counts), counts, hour, agents(pulse)));
  }

  private static List<Attention> attention(Pulse pulse, List<TopicCount> counts) {
    var all = new ArrayList<Attention>();
    pulse
        .runs()
        .waits(RunFilter.all().status("pending").pageSize(MOST))
        .items()
        .forEach(wait -> all.add(Attention.of(wait)));
    try (var plans = pulse.statuses().list("plan")) {
      plans.map(Attention::ofGate).flatMap(Optional::stream).limit(MOST).forEach(all::add);
    }
    BrokenSlings.of(pulse, MOST).forEach(sling -> all.add(Attention.of(sling)));
    pulse.pauses().forEach(pause -> all.add(Attention.of(pause)));
    try (var limits = pulse.limits().list()) {
      limits
          .filter(limit -> limit.paused().isPresent())
          .limit(MOST)
          .forEach(limit -> all.add(Attention.of(limit)));
    }
    counts.stream()
        .filter(count -> count.status() == JobStatus.DEAD_LETTERED && count.count() > 0)
        .limit(MOST)
        .forEach(
            count ->
                all.add(
                    Attention.ofDeadLetters(
                        count.topic(), Text.number(count.count()) + (count.atLeast() ? "+" : ""))));
    return all;
  }

  /** Those that run come first, then those that ended last. */
  private static List<AgentRun> agents(Pulse pulse) {
    JobFilter filter = JobFilter.all().topic(AGENTS).status(JobStatus.RUNNING);
    List<Job> running = pulse.page(filter.pageSize(AGENT_RUNS)).jobs();
    Stream<Job> ended =
        pulse.page(JobFilter.all().pageSize(LATEST)).jobs().stream()
            .filter(job -> job.topic().equals(AGENTS) && job.status().isFinished());
    return Stream.concat(running.stream(), ended).limit(AGENT_RUNS).map(AgentRun::of).toList();
  }

  static String elapsed(Job job) {
    return job.startedAt() == null || job.finishedAt() == null
        ? ""
        : Text.duration(Duration.between(job.startedAt(), job.finishedAt()));
  }
}
