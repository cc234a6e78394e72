package dev.pulse.dashboard;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerPort;
import dev.pulse.Pulse;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.auth.Users;
import dev.pulse.testing.EmbeddedPulse;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One real server for all test classes, and two dashboards on it: one for everybody, one that asks
 * who calls, guarded as {@code pulse up} guards it.
 */
final class SharedSite implements BeforeAllCallback {
  static final String USER = "ann";
  static final String PASSWORD = "sesame";

  record Running(
      EmbeddedPulse pulse,
      Dashboard dashboard,
      Server open,
      Server guarded,
      ExecutorService threads)
      implements AutoCloseable {
    @Override
    public void close() {
      dashboard.close();
      open.close();
      guarded.close();
      pulse.close();
      threads.close();
    }
  }

  private Running running;

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(SharedSite.class))
            .getOrComputeIfAbsent("site", _ -> start(), Running.class);
  }

  private static Running start() {
    var pulse = EmbeddedPulse.start();
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    var dashboard = new Dashboard(pulse.client(), Authentication::user, _ -> pulse.client());
    Server open = serve(dashboard, Users.NONE, threads);
    Server guarded = serve(dashboard, Users.parse(USER + ":" + PASSWORD), threads);
    return new Running(pulse, dashboard, open, guarded, threads);
  }

  static Server serve(Dashboard dashboard, Users users, ExecutorService threads) {
    var builder = Server.builder();
    builder.port(new ServerPort(new InetSocketAddress("127.0.0.1", 0), SessionProtocol.HTTP));
    builder.serviceUnder("/", dashboard);
    new Authentication(users, threads).on(builder);
    Server server = builder.build();
    server.start().join();
    return server;
  }

  Pulse pulse() {
    return running.pulse().client();
  }

  Browser browser() {
    return new Browser("http://127.0.0.1:" + running.open().activeLocalPort());
  }

  Browser guardedBrowser() {
    return new Browser("http://127.0.0.1:" + running.guarded().activeLocalPort());
  }
}
