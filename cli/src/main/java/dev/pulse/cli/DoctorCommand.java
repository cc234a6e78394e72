package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.ServerConfig;
import dev.pulse.server.auth.SettingRefused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pulse doctor}: looks at everything Pulse needs, and says what to do. */
@Command(
    name = "doctor",
    description = "Checks what Pulse needs here; exit 1 if anything is wrong.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  pulse doctor --database-url postgres://me@db/pulse"})
final class DoctorCommand implements Callable<Integer> {
  @Mixin private HomeOptions home = new HomeOptions();
  @Mixin private ListenOptions listen = new ListenOptions();
  @Mixin private Connection connection = new Connection();
  @Mixin private Output output = new Output();

  @Override
  public Integer call() {
    List<Finding> findings = findings();
    output.answer(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "findings", findings, DoctorCommand::write);
          json.writeEndObject();
        },
        screen -> findings.forEach(screen::finding));
    boolean wrong = findings.stream().anyMatch(f -> f.verdict() == Finding.Verdict.WRONG);
    return (wrong ? ExitCode.FAILED : ExitCode.OK).number;
  }

  private List<Finding> findings() {
    var findings = new ArrayList<Finding>();
    findings.add(MachineChecks.java());
    findings.add(MachineChecks.home(home.home));
    findings.add(port());
    findings.addAll(new DatabaseCheck(home, output.around().clock()).findings());
    findings.add(ServerCheck.of(connection));
    findings.add(PlanCheck.of(home.home));
    findings.add(MachineChecks.agents(output.around().variable("PATH").orElse("")));
    findings.add(AgentCheck.of(home.home));
    return findings;
  }

  private Finding port() {
    try {
      ServerConfig config = listen.config();
      return PortCheck.of(config.listening().address(), config.tls().isPresent());
    } catch (SettingRefused e) {
      return Finding.wrong("port", String.valueOf(e.getMessage()));
    }
  }

  private static void write(JsonGenerator json, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("check", finding.check());
    json.writeStringField("verdict", finding.verdict().name().toLowerCase(Locale.ROOT));
    json.writeStringField("text", finding.text());
    json.writeEndObject();
  }
}
