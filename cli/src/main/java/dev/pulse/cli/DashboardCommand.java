package dev.pulse.cli;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerPort;
import dev.pulse.Pulse;
import dev.pulse.dashboard.Dashboard;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.auth.Listening;
import dev.pulse.server.auth.Tls;
import dev.pulse.server.auth.Users;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code pulse dashboard}: the pages alone, of a server elsewhere. It enters there as the user it
 * connects as, and is guarded here like a server; what is done is recorded there in its own name.
 */
@Command(
    name = "dashboard",
    description = "Serves the dashboard of a server elsewhere, until Ctrl-C.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "'pulse up' and 'pulse server' show theirs at their own address; this is for another.",
      "PULSE_AUTH_USERS guards it, PULSE_TLS_CERT and PULSE_TLS_KEY encrypt it, as they do a server.",
      "",
      "Example:",
      "  pulse dashboard --server pulse.example.com:7857 --listen 127.0.0.1:7858"
    })
final class DashboardCommand extends ClientCommand {
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:7858",
      description = "Where to listen (default: ${DEFAULT-VALUE}).")
  private String listen = "127.0.0.1:7858";

  @Option(
      names = "--insecure-listen",
      description = "Serve every address although PULSE_AUTH_USERS names nobody.")
  private boolean insecure;

  @Override
  ExitCode run(Pulse pulse) {
    Users users = Users.parse(System.getenv(Users.SETTING));
    Listening listening = Listening.at(listen, !users.isEmpty(), insecure);
    Optional<Tls> tls =
        Tls.of(System.getenv("PULSE_TLS_CERT"), System.getenv("PULSE_TLS_KEY"), Instant.now());
    var dashboard = new Dashboard(pulse, Authentication::user, _ -> pulse);
    try (var stop = new UntilStopped();
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        Server server = serve(dashboard, listening, users, tls, threads);
        Ending _ = dashboard::close) {
      String url =
          "%s://%s:%d"
              .formatted(
                  tls.isPresent() ? "https" : "http",
                  listening.address().getHostString(),
                  server.activeLocalPort());
      output.answer(
          json -> {
            json.writeStartObject();
            json.writeStringField("dashboard", url);
            json.writeEndObject();
          },
          screen -> screen.line("the dashboard is up: " + url));
      stop.await();
    } catch (InterruptedException e) {
      return ExitCode.OK; // who runs us in a thread of theirs stops us so
    }
    return ExitCode.OK;
  }

  /** Closed first, so that the streams end before the server waits for them. */
  private interface Ending extends AutoCloseable {
    @Override
    void close();
  }

  private static Server serve(
      Dashboard dashboard,
      Listening listening,
      Users users,
      Optional<Tls> tls,
      ExecutorService threads) {
    ServerBuilder server = Server.builder().disableServerHeader();
    SessionProtocol protocol = tls.isPresent() ? SessionProtocol.HTTPS : SessionProtocol.HTTP;
    server.port(new ServerPort(listening.address(), protocol));
    tls.ifPresent(found -> found.on(server));
    server.serviceUnder("/", dashboard);
    new Authentication(users, threads).on(server);
    Server built = server.build();
    built.start().join();
    return built;
  }
}
