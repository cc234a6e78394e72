package dev.pulse.dashboard;

import dev.pulse.JobStatus;
import dev.pulse.TopicCount;
import java.util.List;

/** Whether things are well, in five seconds. */
final class OverviewPage implements Page {
  /** What the template draws. */
  record View(List<TopicCount> counts) {
    String of(JobStatus status) {
      long sum =
          counts.stream().filter(c -> c.status() == status).mapToLong(TopicCount::count).sum();
      boolean more = counts.stream().anyMatch(c -> c.status() == status && c.atLeast());
      return Text.number(sum) + (more ? "+" : "");
    }
  }

  @Override
  public void on(Site site) {
    site.show("/", OverviewPage::overview);
  }

  private static Screen overview(Visit visit) {
    return new Screen("Overview", "overview", new View(visit.pulse().counts()));
  }
}
