package dev.pulse.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pulse save creds}: keeps server, user and password where later commands look (C4). */
@Command(
    name = "creds",
    description = "Saves server, user and password in ~/.config/pulse/config.json (mode 0600).",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  pulse save creds --server pulse.example:7857 --user me",
      "  pulse save creds --user me < password.txt"
    })
final class SaveCredsCommand implements Callable<Integer> {
  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "Server to talk to; default: the one that is saved already.")
  private @Nullable String server;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "User name; without it, none is saved.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      description = "Password; without it, it is asked for or read from stdin.")
  private @Nullable String password;

  @Mixin private Output output = new Output();

  @Override
  public Integer call() throws IOException {
    check();
    Surroundings around = output.around();
    SavedConnection saved = SavedConnection.read(around.userHome());
    if (server != null) {
      saved = saved.with("server", Optional.of(server));
    }
    Optional<String> secret =
        user == null ? Optional.empty() : Optional.of(new Secret(around).orAsk(password));
    Path file = saved.with("user", Optional.ofNullable(user)).with("password", secret).write();
    output.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("file", file.toString());
          json.writeEndObject();
        },
        screen -> screen.line("saved in " + file));
    return ExitCode.OK.number;
  }

  private void check() {
    if (server == null && user == null) {
      throw new Misuse("say what to save: --server, --user or both");
    }
    if (server != null) {
      Addresses.check("--server", server);
    }
    if (user != null && (user.isBlank() || user.contains(":"))) {
      throw Misuse.option("--user", "a user name is not empty and has no colon");
    }
    if (user == null && password != null) {
      throw new Misuse("--password goes with --user");
    }
  }
}
