package dev.pulse.dashboard;

import dev.pulse.DeadFilter;
import dev.pulse.Job;
import dev.pulse.JobFilter;
import dev.pulse.JobPage;
import dev.pulse.JobStatus;
import dev.pulse.Retried;
import dev.pulse.TopicCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Jobs: the list, by state, topic and name. Each one's story is told by {@link JobStory}. */
final class JobsPage implements Page {
  private static final int ROWS = 50;
  private static final List<JobStatus> TABS =
      List.of(
          JobStatus.RUNNING,
          JobStatus.PENDING,
          JobStatus.RETRYING,
          JobStatus.SCHEDULED,
          JobStatus.DEAD_LETTERED,
          JobStatus.COMPLETED,
          JobStatus.CANCELED);

  private final JobStory story = new JobStory();

  /**
   * What is asked for.
   *
   * @param search a name, or an id
   * @param after where the page begins; empty: at the first
   */
  record Wanted(@Nullable JobStatus status, String topic, String search, String after) {
    static Wanted of(Visit visit) {
      return new Wanted(
          visit.asked("status").map(Wanted::status).orElse(null),
          visit.asked("topic").orElse(""),
          visit.asked("q").orElse(""),
          visit.asked("after").orElse(""));
    }

    private static JobStatus status(String text) {
      try {
        return JobStatus.valueOf(text.toUpperCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw Refused.invalid("There is no state '%s'.".formatted(Text.brief(text)));
      }
    }

    JobFilter filter() {
      JobFilter filter = JobFilter.all().pageSize(ROWS);
      filter = status == null ? filter : filter.status(status);
      filter = topic.isEmpty() ? filter : filter.topic(topic);
      filter = search.isEmpty() ? filter : filter.name(search);
      return after.isEmpty() ? filter : filter.after(after);
    }

    /** The address of the same with another state, from its beginning. */
    String with(@Nullable JobStatus other) {
      return new Wanted(other, topic, search, "").link();
    }

    String next(String cursor) {
      return new Wanted(status, topic, search, cursor).link();
    }

    String first() {
      return new Wanted(status, topic, search, "").link();
    }

    private String link() {
      var asked = new ArrayList<String>();
      if (status != null) {
        asked.add("status=" + status);
      }
      add(asked, "topic", topic);
      add(asked, "q", search);
      add(asked, "after", after);
      return asked.isEmpty() ? "/jobs" : "/jobs?" + String.join("&", asked);
    }

    private static void add(List<String> asked, String name, String value) {
      if (!value.isEmpty()) {
        asked.add(name + "=" + Text.url(value));
      }
    }
  }

  /** What the template draws. */
  record View(Wanted wanted, List<TopicCount> counts, List<Job> jobs, @Nullable String cursor) {
    List<JobStatus> tabs() {
      return TABS;
    }

    String count(JobStatus status) {
      return Counts.of(counts, status);
    }

    /** What has ended is not counted: it may be millions. */
    boolean counted(JobStatus status) {
      return status != JobStatus.COMPLETED && status != JobStatus.CANCELED;
    }

    List<String> topics() {
      return counts.stream().map(TopicCount::topic).distinct().sorted().toList();
    }

    boolean isDead() {
      return wanted.status() == JobStatus.DEAD_LETTERED && !jobs.isEmpty();
    }

    /** Which dead letters the button retries, in words. */
    String deadOnes() {
      return (wanted.search().isEmpty() ? "all dead letters" : "dead letters " + wanted.search())
          + (wanted.topic().isEmpty() ? "" : " of topic " + wanted.topic());
    }
  }

  @Override
  public void on(Site site) {
    site.show("/jobs", JobsPage::list)
        .act("/dead/retry", JobsPage::retryDead)
        .act("/dead/purge", JobsPage::purgeDead);
    story.on(site);
  }

  @Override
  public void close() {
    story.close();
  }

  private static Screen list(Visit visit) {
    Wanted wanted = Wanted.of(visit);
    List<TopicCount> counts = visit.counting().now();
    Optional<UUID> id = id(wanted.search());
    if (id.isPresent()) {
      var one = List.of(visit.pulse().job(id.get()));
      return new Screen("Jobs", "jobs", new View(wanted, counts, one, null));
    }
    JobPage page = visit.pulse().page(wanted.filter());
    return new Screen("Jobs", "jobs", new View(wanted, counts, page.jobs(), page.cursor()));
  }

  private static Optional<UUID> id(String search) {
    try {
      return search.length() == 36 ? Optional.of(UUID.fromString(search)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Done retryDead(Visit visit) {
    Retried retried = visit.pulse().retryDead(dead(visit));
    return Done.of(
        "%s started over%s."
            .formatted(
                jobs(retried.jobs()),
                retried.skipped() == 0
                    ? ""
                    : ", %s left because their unique key is taken"
                        .formatted(Text.number(retried.skipped()))));
  }

  private static Done purgeDead(Visit visit) {
    return Done.of(jobs(visit.pulse().purgeDead(dead(visit))) + " deleted.");
  }

  private static String jobs(long count) {
    return count == 1 ? "1 job" : Text.number(count) + " jobs";
  }

  private static DeadFilter dead(Visit visit) {
    DeadFilter filter = DeadFilter.all();
    filter = visit.asked("topic").map(filter::topic).orElse(filter);
    return visit.asked("name").map(filter::name).orElse(filter);
  }
}
