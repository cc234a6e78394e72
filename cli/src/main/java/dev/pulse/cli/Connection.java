package dev.pulse.cli;

import dev.pulse.Pulse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** How a command reaches the server: flag, else environment, else what was saved (C4). */
final class Connection {
  private static final String USUAL_SERVER = "127.0.0.1:7857";
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "Server to talk to (PULSE_SERVER; default 127.0.0.1:7857).")
  private @Nullable String server;

  @Option(names = "--user", paramLabel = "NAME", description = "User name (PULSE_USER).")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      description = "Password (better in PULSE_PASSWORD or saved by 'pulse save creds').")
  private @Nullable String password;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Use TLS and trust the certificates in this PEM file alone (PULSE_CA).")
  private @Nullable String ca;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      converter = DurationText.class,
      description = "How long a server may take to answer (PULSE_TIMEOUT; default: 5s).")
  private @Nullable Duration timeout;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec command;

  Pulse open() {
    return open(timeout == null ? usualTimeout() : timeout);
  }

  private Duration usualTimeout() {
    Optional<String> text = given(null, "PULSE_TIMEOUT");
    try {
      return text.isEmpty() ? USUAL_TIMEOUT : new DurationText().convert(text.get());
    } catch (TypeConversionException e) {
      throw new Misuse("Invalid value for PULSE_TIMEOUT: " + e.getMessage());
    }
  }

  /** For calls whose work grows with what is there, once {@link #open} has found the server. */
  Pulse openPatiently() {
    return open(Duration.ofHours(1));
  }

  private Pulse open(Duration deadline) {
    if (deadline.isZero()) {
      throw Misuse.option("--timeout", "it is longer than 0");
    }
    Login login = login();
    if (login.user().orElse("").contains(":")) {
      throw Misuse.option("--user", "a user name has no colon");
    }
    Optional<Path> trusted = given(ca, "PULSE_CA").map(file -> new CertificateText(file).file());
    try {
      return Pulse.connect(
          login.server(),
          options -> {
            options.deadline(deadline);
            trusted.ifPresent(options::tls);
            login.user().ifPresent(name -> options.userPass(name, login.password().orElse("")));
          });
    } catch (IllegalArgumentException e) {
      throw new Misuse(
          "Invalid value for %s: %s"
              .formatted(
                  server == null ? "PULSE_SERVER or the saved server" : "option '--server'",
                  e.getMessage()));
    }
  }

  /** Where to, and as whom. */
  record Login(String server, Optional<String> user, Optional<String> password) {}

  Login login() {
    Surroundings around = PulseCommand.around(command);
    SavedConnection saved = SavedConnection.read(around.userHome());
    Optional<String> savedServer = saved.field("server");
    String to = given(server, "PULSE_SERVER").or(() -> savedServer).orElse(USUAL_SERVER);
    Optional<String> as = given(user, "PULSE_USER");
    Optional<String> secret = given(password, "PULSE_PASSWORD");
    // A password that was saved for one server and user is not told to another.
    boolean sameServer = savedServer.isEmpty() || bare(savedServer.get()).equals(bare(to));
    boolean sameUser = as.isEmpty() || as.equals(saved.field("user"));
    if (sameServer && sameUser && saved.field("user").isPresent()) {
      as = saved.field("user");
      secret = secret.or(() -> saved.field("password"));
      if (saved.isOpenToOthers()) {
        Complaint.say(
            command.commandLine(),
            "others can read the password in %s; chmod 600 it"
                .formatted(SavedConnection.fileIn(around.userHome())));
      }
    }
    return new Login(to, as, secret);
  }

  private Optional<String> given(@Nullable String flag, String variable) {
    return flag == null ? PulseCommand.around(command).variable(variable) : Optional.of(flag);
  }

  private static String bare(String address) {
    return address.replaceFirst("^https?://", "").replaceFirst("/$", "");
  }
}
