package dev.pulse.dashboard;

import dev.pulse.Pulse;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Plans: what lies in which folder, how far each one is, and the gates that wait (R1–R15). */
final class PlansPage implements Page {
  private static final String TOPIC = "relay";
  private static final List<Column> COLUMNS =
      List.of(
          new Column("drafts", "Drafts", "Nothing is being written."),
          new Column("active", "Active", "Nothing is being worked on."),
          new Column("completed", "Completed", "Nothing is completed yet."),
          new Column("failed", "Failed", "Nothing has failed."));

  /** A folder of plans, as people see it. */
  record Column(String folder, String title, String empty) {}

  /** Every plan. */
  record BoardView(List<PlanSheet> plans) {
    List<Column> columns() {
      return COLUMNS;
    }

    List<PlanSheet> in(Column column) {
      return plans.stream()
          .filter(plan -> plan.isIn(column.folder()))
          .sorted(Comparator.comparing(PlanSheet::changedAt).reversed())
          .toList();
    }
  }

  /**
   * One plan.
   *
   * @param log of the component that runs or has failed; empty: there is none
   */
  record View(PlanSheet plan, String log) {}

  @Override
  public void on(Site site) {
    site.show("/plans", PlansPage::board)
        .show("/plans/{name}", PlansPage::detail)
        .act("/plans/{name}/approve", PlansPage::approve)
        .act("/plans/{name}/activate", PlansPage::activate)
        .act("/plans/{name}/retry", PlansPage::retry);
  }

  private static Screen board(Visit visit) {
    return new Screen("Plans", "plans", new BoardView(PlanSheet.all(visit.pulse())));
  }

  private static Screen detail(Visit visit) {
    String name = visit.at("name");
    PlanSheet plan =
        PlanSheet.find(visit.pulse(), name)
            .orElseThrow(
                () -> Refused.notFound("No relay shows a plan %s.".formatted(Text.brief(name))));
    return new Screen(plan.title(), "plan", new View(plan, log(visit.pulse(), plan)));
  }

  private static String log(Pulse pulse, PlanSheet plan) {
    Optional<UUID> job = plan.telling().flatMap(part -> Shown.id(part.job()));
    return job.map(id -> Shown.log(pulse, id)).orElse("");
  }

  private static Done approve(Visit visit) {
    String name = visit.at("name");
    var args = new LinkedHashMap<String, Object>();
    args.put("plan", name);
    args.put("by", visit.actor());
    visit.asked("component").ifPresent(number -> args.put("component", number(number)));
    return Commands.ask(
        visit.pulse(), TOPIC, "plan.approve", args, "%s is approved and goes on.".formatted(name));
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw Refused.invalid("A component has a number.");
    }
  }

  private static Done activate(Visit visit) {
    String name = visit.at("name");
    return Commands.ask(
        visit.pulse(),
        TOPIC,
        "plan.activate",
        Map.of("plan", name),
        "%s is active.".formatted(name));
  }

  private static Done retry(Visit visit) {
    String name = visit.at("name");
    return Commands.ask(
        visit.pulse(),
        TOPIC,
        "plan.retry",
        Map.of("plan", name),
        "%s is active again; what failed is tried once more.".formatted(name));
  }
}
