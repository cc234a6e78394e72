package dev.pulse.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse migrate}: brings a database up to date without serving it. */
@Command(
    name = "migrate",
    description = "Brings the database up to date.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse migrate --dry-run --database-url postgres://me@db/pulse"})
final class MigrateCommand implements Callable<Integer> {
  @Mixin private HomeOptions options = new HomeOptions();

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Override
  public Integer call() {
    try (var store = Store.open(options)) {
      if (dryRun) {
        var pending = store.pendingMigrations();
        pending.forEach(step -> System.out.println("would apply " + step));
        System.out.println(pending.size() + " pending");
      } else {
        System.out.println(store.migrate() + " applied");
      }
      return 0;
    }
  }
}
