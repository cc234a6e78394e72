package dev.pulse.cli;

import dev.pulse.Pulse;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that asks a server something and shows the answer. */
abstract class ClientCommand implements Callable<Integer> {
  @Mixin final Connection connection = new Connection();
  @Mixin final Output output = new Output();

  @Override
  public final Integer call() throws Exception {
    check();
    try (Pulse pulse = connection.open()) {
      return run(pulse).number;
    }
  }

  /** Refuses what is known to be wrong, before anything is sent. */
  void check() throws Exception {}

  abstract ExitCode run(Pulse pulse) throws Exception;
}
