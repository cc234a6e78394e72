package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.Job;
import dev.pulse.agents.runner.Runner;
import dev.pulse.agents.runner.RunnerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code pulse agents list|run}, as typed (C2, A1, A2). */
class AgentsCommandTest {
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @TempDir Path home;

  @BeforeEach
  void makeAgents() throws IOException {
    Files.createDirectory(home.resolve("agents"));
    agent("echo", "description: Says it again\ncommand: [cat]");
    agent("coder", "model: sonnet\nlimits: [team]");
  }

  @Test
  void agentsAreListedWithWhatIsWrong() throws IOException {
    var good = list();
    assertThat(good.exit()).isZero();
    assertThat(good.out()).contains("NAME", "coder", "claude", "sonnet", "team", "Says it again");
    agent("bad", "timeout: never");
    var bad = list();
    assertThat(bad.exit()).isEqualTo(1);
    assertThat(bad.err()).contains("bad.md:2: timeout must be a duration");
    var json = list("--json").json();
    assertThat(json.path("agents")).hasSize(2);
    assertThat(json.path("problems").get(0).path("line").asInt()).isEqualTo(2);
  }

  @Test
  void aHomeWithoutAgentsSaysSo() {
    var answer = Typed.in(home).run("agents", "list", "--home", home.resolve("x").toString());
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).startsWith("no agents in ");
  }

  @Test
  void aRunIsAJobThatCountsAgainstTheAgentsLimits() {
    var answer =
        run("coder", "--prompt", "do it", "--session", "s1", "--env", "A=b", "--deliverable", "x");
    assertThat(answer.exit()).isZero();
    Job job = server.client().job(UUID.fromString(answer.out().strip()));
    assertThat(job.name()).isEqualTo("agent");
    assertThat(job.topic()).isEqualTo("agents");
    assertThat(job.maxAttempts()).isEqualTo(1);
    assertThat(job.limits()).containsExactly("scheduler.max_agents", "team");
    assertThat(job.args().text())
        .isEqualTo(
            """
            {"agent":"coder","prompt":"do it","session":"s1","deliverable":"x","env":{"A":"b"}}\
            """);
    server.client().cancel(job.id());
  }

  @Test
  void anUnknownAgentIsAnErrorAtTheSource() {
    var answer = run("nobody", "--prompt", "x");
    assertThat(answer.exit()).isEqualTo(3);
    assertThat(answer.err()).isEqualTo("pulse: there is no agent nobody; there are coder, echo\n");
  }

  @Test
  void misuseIsSaidBeforeAnythingIsSent() {
    assertThat(run("echo").exit()).isEqualTo(2);
    assertThat(run("echo", "what", "--prompt", "x").exit()).isEqualTo(2);
    assertThat(run("HUMAN", "--prompt", "x").exit()).isEqualTo(2);
  }

  @Test
  void whoWaitsSeesTheOutput() {
    try (Runner _ = Runner.start(server.client(), home, RunnerOptions.DEFAULT.withSlots(1))) {
      var typed = Typed.at(server.address()).typing("from stdin");
      var answer = typed.run("agents", "run", "echo", "-", "--wait", "--home", home.toString());
      assertThat(answer.err()).isEmpty();
      assertThat(answer.exit()).isZero();
      assertThat(answer.out()).contains(" DONE\nfrom stdin\n");
      var failed = run("echo", "--prompt", "x", "--deliverable", "nothing", "--wait");
      assertThat(failed.exit()).isEqualTo(1);
      assertThat(failed.err()).contains("the deliverable nothing is not there");
    }
  }

  private Typed.Answer list(String... more) {
    return Typed.in(home)
        .run(join(new String[] {"agents", "list", "--home", home.toString()}, more));
  }

  private Typed.Answer run(String name, String... more) {
    return Typed.at(server.address())
        .run(join(new String[] {"agents", "run", name, "--home", home.toString()}, more));
  }

  private static String[] join(String[] first, String[] more) {
    var all = new java.util.ArrayList<>(java.util.List.of(first));
    all.addAll(java.util.List.of(more));
    return all.toArray(String[]::new);
  }

  private void agent(String name, String frontMatter) throws IOException {
    Files.writeString(home.resolve("agents/" + name + ".md"), "---\n" + frontMatter + "\n---\n");
  }
}
