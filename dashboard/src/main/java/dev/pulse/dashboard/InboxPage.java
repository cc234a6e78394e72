package dev.pulse.dashboard;

import dev.pulse.RunFilter;
import dev.pulse.Runs;
import dev.pulse.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that waits for a person, the oldest first, to be answered in place (N9, R9). */
final class InboxPage implements Page {
  private static final int PAGE = 100;

  /**
   * Something that waits; one of the two.
   *
   * @param since when it began to
   * @param asks the wait of a run
   * @param plan at a gate
   */
  record Item(Instant since, @Nullable Wait asks, @Nullable PlanSheet plan) {}

  /**
   * The inbox.
   *
   * @param more whether there are more waits than these
   */
  record View(List<Item> items, boolean more) {}

  @Override
  public void on(Site site) {
    site.show("/inbox", InboxPage::inbox);
  }

  private static Screen inbox(Visit visit) {
    Runs.Page<Wait> waits =
        visit.pulse().runs().waits(RunFilter.all().status("pending").pageSize(PAGE));
    var items = new ArrayList<Item>();
    waits.items().forEach(wait -> items.add(new Item(wait.createdAt(), wait, null)));
    PlanSheet.all(visit.pulse()).stream()
        .filter(plan -> plan.gate() != null)
        .forEach(plan -> items.add(new Item(plan.changedAt(), null, plan)));
    items.sort(Comparator.comparing(Item::since));
    return new Screen("Inbox", "inbox", new View(items, waits.next().isPresent()));
  }
}
