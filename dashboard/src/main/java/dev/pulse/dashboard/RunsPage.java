package dev.pulse.dashboard;

import dev.pulse.Run;
import dev.pulse.RunEvent;
import dev.pulse.RunExplanation;
import dev.pulse.RunFilter;
import dev.pulse.RunStatus;
import dev.pulse.Runs;
import dev.pulse.Wait;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Runs: the list, and each one as a graph with what it waits for (N1–N11). */
final class RunsPage implements Page {
  static final List<String> STATUSES =
      List.of("running", "waiting", "completed", "failed", "canceled");
  private static final int PAGE = 50;
  private static final int LAST_EVENTS = 100;
  private static final int MOST_NODES = 200;

  /**
   * The list.
   *
   * @param status empty: all
   * @param name empty: all
   * @param first whether it is the first page
   */
  record ListView(Runs.Page<Run> runs, String status, String name, boolean first) {
    String link(String status) {
      return address(status, name, "");
    }

    String nextPage() {
      return address(status, name, runs.next().orElse(""));
    }

    boolean isNarrowed() {
      return !status.isEmpty() || !name.isEmpty();
    }

    private static String address(String status, String name, String cursor) {
      var query = new StringBuilder();
      add(query, "status", status);
      add(query, "name", name);
      add(query, "cursor", cursor);
      return "/runs" + query;
    }

    private static void add(StringBuilder query, String key, String value) {
      if (!value.isEmpty()) {
        query.append(query.isEmpty() ? '?' : '&').append(key).append('=').append(Text.url(value));
      }
    }
  }

  /**
   * One run.
   *
   * @param events the last ones, the newest first
   * @param reasons what holds its nodes back; none when it is closed
   */
  record View(Run run, List<RunEvent> events, List<RunExplanation.Reason> reasons) {
    List<Wait> pending() {
      return run.waits().stream().filter(Wait::isPending).toList();
    }

    /** Waits that are over, the last one first. */
    List<Wait> receipts() {
      return run.waits().reversed().stream().filter(wait -> !wait.isPending()).toList();
    }

    boolean canDraw() {
      return RunGraph.canDraw(run.nodes());
    }

    RunGraph graph(RunGraph.Way way) {
      return RunGraph.of(run.nodes(), way);
    }

    List<Run.Node> nodes() {
      return run.nodes().subList(0, Math.min(MOST_NODES, run.nodes().size()));
    }

    int unseen() {
      return run.nodes().size() - nodes().size();
    }

    boolean canRetry() {
      return run.status() == RunStatus.FAILED || run.status() == RunStatus.CANCELED;
    }
  }

  @Override
  public void on(Site site) {
    site.show("/runs", RunsPage::list)
        .show("/runs/{id}", RunsPage::detail)
        .act("/runs/{id}/waits/{wait}", Answers::deliver)
        .act("/runs/{id}/cancel", RunsPage::cancel)
        .act("/runs/{id}/retry", RunsPage::retry);
  }

  private static Screen list(Visit visit) {
    Optional<String> status = visit.asked("status").filter(STATUSES::contains);
    Optional<String> name = visit.asked("name");
    Optional<String> cursor = visit.asked("cursor");
    RunFilter filter = RunFilter.all().pageSize(PAGE);
    filter = status.isPresent() ? filter.status(status.get()) : filter;
    filter = name.isPresent() ? filter.name(name.get()) : filter;
    filter = cursor.isPresent() ? filter.after(cursor.get()) : filter;
    return new Screen(
        "Runs",
        "runs",
        new ListView(
            visit.pulse().runs().list(filter),
            status.orElse(""),
            name.orElse(""),
            cursor.isEmpty()));
  }

  private static Screen detail(Visit visit) {
    UUID id = visit.id("id");
    Runs runs = visit.pulse().runs();
    Run run = runs.get(id);
    List<RunEvent> events = runs.events(id, Math.max(0, run.events() - LAST_EVENTS)).reversed();
    List<RunExplanation.Reason> reasons =
        run.status().isClosed() ? List.of() : runs.explain(id).reasons();
    return new Screen(run.name(), "run", new View(run, events, reasons));
  }

  private static Done cancel(Visit visit) {
    Run run = visit.pulse().runs().cancel(visit.id("id"));
    return Done.of("%s is canceled.".formatted(run.name()));
  }

  private static Done retry(Visit visit) {
    Run run = visit.pulse().runs().retry(visit.id("id"));
    return Done.of("%s starts over; what was completed is kept.".formatted(run.name()));
  }
}
