package dev.pulse.examples;

import dev.pulse.JobFilter;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import java.time.Duration;

/** Ways to reach a server, and what happens when there is none. */
public final class Connecting {
  private Connecting() {}

  /** Takes the server's address. */
  public static void main(String... arguments) {
    String address = arguments.length > 0 ? arguments[0] : "localhost:7857";
    securely().close(); // nothing was sent: a connection is made by the first call

    // docs:unreachable
    try (Pulse pulse =
        Pulse.connect("127.0.0.1:1", options -> options.deadline(Duration.ofMillis(300)))) {
      pulse.page(JobFilter.all());
    } catch (PulseException e) {
      System.out.println(e.code() + ": " + e.getMessage());
    }
    // end

    try (Pulse pulse = Pulse.connect(address)) {
      System.out.println(pulse.counts().size() + " counts");
    }
  }

  private static Pulse securely() {
    // docs:connect-secure
    Pulse pulse =
        Pulse.connect(
            "https://pulse-1.example:7857,https://pulse-2.example:7857",
            options -> options.userPass("ada", "secret").deadline(Duration.ofSeconds(10)));
    // end
    return pulse;
  }
}
