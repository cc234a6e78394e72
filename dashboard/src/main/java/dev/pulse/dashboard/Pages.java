package dev.pulse.dashboard;

import java.util.List;

/** The navigation: every page, in its order. */
final class Pages {
  /**
   * A line of the navigation.
   *
   * @param path where it leads
   * @param title what it is called
   * @param key what jumps there, after {@code g}
   * @param icon its drawing, by name, in {@code icon.jte}
   * @param page what is there and below
   */
  record Entry(String path, String title, char key, String icon, Page page) {
    /** Whether that path is this page, or a detail of it. */
    boolean holds(String at) {
      return path.equals("/") ? at.equals("/") : at.equals(path) || at.startsWith(path + "/");
    }
  }

  private Pages() {}

  static List<Entry> all() {
    return List.of(
        new Entry("/", "Overview", 'o', "overview", new OverviewPage()),
        new Entry("/inbox", "Inbox", 'i', "inbox", new InboxPage()),
        new Entry("/jobs", "Jobs", 'j', "jobs", new JobsPage()),
        new Entry("/runs", "Runs", 'r', "runs", new RunsPage()),
        new Entry("/tasks", "Tasks", 't', "tasks", new TasksPage()),
        new Entry("/plans", "Plans", 'p', "plans", new PlansPage()),
        new Entry("/agents", "Standing agents", 'a', "agents", new AgentsPage()),
        new Entry("/schedules", "Schedules", 's', "schedules", new SchedulesPage()),
        new Entry("/dispatch", "Dispatch", 'd', "dispatch", new DispatchPage()),
        new Entry("/limits", "Limits", 'l', "limits", new LimitsPage()));
  }
}
