package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.testing.EmbeddedPulse;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One real server for all test classes; each test keeps to a topic of its own. */
final class SharedPulse implements BeforeAllCallback {
  private record Running(EmbeddedPulse pulse) implements AutoCloseable {
    @Override
    public void close() {
      pulse.close();
    }
  }

  private EmbeddedPulse pulse;

  @Override
  public void beforeAll(ExtensionContext context) {
    pulse =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(SharedPulse.class))
            .getOrComputeIfAbsent("server", _ -> new Running(EmbeddedPulse.start()), Running.class)
            .pulse();
  }

  Pulse client() {
    return pulse.client();
  }

  String databaseUrl() {
    return pulse.databaseUrl();
  }

  String address() {
    return pulse.address();
  }
}
