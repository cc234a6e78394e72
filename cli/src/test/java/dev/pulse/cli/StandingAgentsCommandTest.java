package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A keeper as a user starts it, and what its agents show on the command line (K8, C2). */
class StandingAgentsCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();
  @TempDir private Path home;

  private Typed typed() {
    return Typed.at(server.address());
  }

  @Test
  @Tag("slow")
  void upBringsAKeeperAlong() throws Exception {
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String address = "127.0.0.1:" + port;
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(home.resolve("agents/writer.md"), "---\ncommand: [cat]\n---\n");
    Files.writeString(
        home.resolve("fleet.org"), "* wren\n:PROPERTIES:\n:DEF: agents/writer.md\n:END:\n");
    Thread up =
        Thread.ofPlatform()
            .start(() -> Typed.in(home).run("up", "--home", home.toString(), "--listen", address));
    try { // its own runner ends the tick, too soon for anybody to see it running
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Typed.at(address).run("agents", "status").out().contains("DONE"));
    } finally {
      up.interrupt();
      up.join();
    }
  }

  @Test
  void statusForecastAndTickOfAKeptAgent() throws Exception {
    Files.createDirectories(home.resolve("agents"));
    Files.writeString(home.resolve("agents/writer.md"), "---\ncommand: [cat]\n---\n");
    Files.writeString(home.resolve("day.org"), "* sow\n:PROPERTIES:\n:NEXT: reap\n:END:\n* reap\n");
    Files.writeString(
        home.resolve("fleet.org"),
        """
        * wren
        :PROPERTIES:
        :DEF: agents/writer.md
        :LIFECYCLE: day.org
        :END:
        * moss
        """);
    try (Worker _ =
        server
            .client()
            .worker()
            .topic("agents")
            .handle("agent", _ -> Outcome.done(Map.of("outcome", "DONE", "output", "ok")))
            .start()) {
      Thread keeper =
          Thread.startVirtualThread(() -> typed().run("keeper", "--home", home.toString()));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> typed().run("agents", "status", "wren").out().contains("reap 0/1"));
      var all = typed().run("agents", "status");
      assertThat(all.out()).contains("AGENT", "wren   waiting  reap 0/1", "DONE", "moss   broken");
      assertThat(all.err()).isEqualTo("pulse: moss: fleet.org:6: moss has no :DEF:\n");
      var json = typed().run("agents", "status", "wren", "--json").json();
      var wren = json.path("standing_agents").path(0);
      assertThat(wren.path("last_outcome").asText()).isEqualTo("DONE");
      assertThat(wren.path("forecast")).hasSize(6);
      assertThat(typed().run("agents", "status", "wren", "--forecast").out())
          .contains("TICK  STATE", wren.path("next_run").asText() + "  wake  reap");
      var tick = typed().run("agents", "tick", "wren");
      assertThat(tick).isEqualTo(new Typed.Answer(0, "wren ticks\n", ""));
      assertThat(typed().run("agents", "tick", "dodo"))
          .isEqualTo(new Typed.Answer(3, "", "pulse: there is no standing agent dodo\n"));
      assertThat(typed().run("agents", "status", "dodo").exit()).isEqualTo(3);
      assertThat(typed().run("keeper", "--home", home.toString()).exit())
          .as("one home, one keeper")
          .isEqualTo(4);
      keeper.interrupt();
      keeper.join();
    }
  }
}
