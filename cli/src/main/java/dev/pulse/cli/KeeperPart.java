package dev.pulse.cli;

import dev.pulse.Pulse;
import dev.pulse.agents.keeper.Keeper;
import dev.pulse.agents.keeper.KeeperConfig;
import dev.pulse.agents.keeper.KnownAgent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Puts a keeper together with the agents of its home. */
final class KeeperPart {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Set<String> OFF = Set.of("", "0", "false", "no", "off");

  private KeeperPart() {}

  static Keeper start(Pulse pulse, Path home, Map<String, String> environment) {
    boolean pulling = !OFF.contains(environment.getOrDefault("PULSE_GITOPS", "").strip());
    return Keeper.start(
        pulse, home, name -> known(home, name), KeeperConfig.DEFAULT.pulling(pulling));
  }

  private static Optional<KnownAgent> known(Path home, String name) {
    boolean there =
        NAME.matcher(name).matches() && Files.exists(home.resolve("agents/" + name + ".md"));
    return there ? Optional.of(new KnownAgent(null, List.of())) : Optional.empty();
  }
}
