package dev.pulse.dashboard;

import dev.pulse.JobFilter;
import dev.pulse.JobPage;

/** Jobs: the list, and each one's story. */
final class JobsPage implements Page {
  record View(JobPage jobs) {}

  @Override
  public void on(Site site) {
    site.show("/jobs", JobsPage::list);
  }

  private static Screen list(Visit visit) {
    return new Screen("Jobs", "jobs", new View(visit.pulse().page(JobFilter.all())));
  }
}
