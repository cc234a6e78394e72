package dev.pulse.agents.keeper;

import dev.pulse.Pulse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A keeper in a process of its own, to be killed without mercy. Says how wren is, then keeps. */
final class KeeperProcess {
  private KeeperProcess() {}

  public static void main(String[] arguments) throws InterruptedException {
    Pulse pulse = Pulse.connect(arguments[0]);
    var keeper =
        Keeper.start(
            pulse,
            Path.of(arguments[1]),
            _ -> Optional.of(new KnownAgent(null, List.of(), List.of())),
            KeeperConfig.DEFAULT);
    AgentStatus wren = keeper.status().getFirst();
    System.out.println(wren.nextRun() == null ? "running" : wren.nextRun());
    new CountDownLatch(1).await();
  }
}
