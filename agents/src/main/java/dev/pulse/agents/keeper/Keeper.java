package dev.pulse.agents.keeper;

import dev.pulse.Pulse;
import dev.pulse.PulseException;
import dev.pulse.Worker;
import dev.pulse.agents.keeper.AgentStatus.Trouble;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the standing agents of a home ticking, until it is closed: when, in which state, and how
 * long after what. What an agent does in its state is its own affair.
 *
 * <p>Nothing is lost with it: a run goes on without it, and the next keeper of the home finds it.
 */
public final class Keeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

  private final KeeperConfig config;
  private final FileChannel lock;
  private final Surface surface;
  private final Showcase showcase;
  private final Crew crew;
  private final Worker commands;
  private final Thread watcher;

  private Keeper(
      Pulse pulse,
      Path home,
      Function<String, Optional<KnownAgent>> agents,
      KeeperConfig config,
      InstantSource clock) {
    this.config = config;
    Path folder = home.resolve("keeper");
    this.lock = locked(folder);
    this.surface = new Surface(pulse);
    this.showcase = new Showcase(surface);
    var shop =
        new Workshop(
            home,
            new Specs(home, agents),
            new Runs(surface, config, clock),
            new HomePull(home, config, clock),
            clock);
    this.crew = new Crew(folder, shop, showcase);
    crew.reload();
    this.commands = Commands.start(pulse, crew);
    this.watcher = Thread.ofVirtual().name("fleet").start(this::watch);
  }

  /**
   * Starts keeping.
   *
   * @param agents what the registry knows of an agent, by name
   * @throws PulseException CONFLICT when another keeper has the home
   */
  public static Keeper start(
      Pulse pulse, Path home, Function<String, Optional<KnownAgent>> agents, KeeperConfig config) {
    return start(pulse, home, agents, config, InstantSource.system());
  }

  static Keeper start(
      Pulse pulse,
      Path home,
      Function<String, Optional<KnownAgent>> agents,
      KeeperConfig config,
      InstantSource clock) {
    return new Keeper(pulse, home.toAbsolutePath().normalize(), agents, config, clock);
  }

  /** How everybody is, from memory, at once. */
  public List<AgentStatus> status() {
    return crew.status();
  }

  /** What is wrong with the fleet and of no agent in particular. */
  public List<Trouble> troubles() {
    return crew.troubles();
  }

  /** Everybody looks at the clock. */
  void recheck() {
    crew.all().forEach(Beat::recheck);
  }

  private void watch() {
    var watch = new Watch();
    var dispatches = new Dispatches(surface::dispatched);
    try {
      while (true) {
        Thread.sleep(config.watch());
        if (watch.hasChanged(crew.files())) {
          reload();
        }
        List<Beat> waking = crew.wakingOnDispatch();
        if (dispatches.hasBeen(!waking.isEmpty())) {
          waking.forEach(Beat::want);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("the fleet is watched no longer");
    }
  }

  private void reload() {
    try {
      crew.reload();
    } catch (RuntimeException e) {
      LOG.error("the fleet could not be read again; what was known stays in force", e);
    }
  }

  private static FileChannel locked(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (taken(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new PulseException(
        PulseException.Code.CONFLICT, "another keeper keeps the agents in " + folder, null);
  }

  private static boolean taken(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // by this very process
    }
  }

  /** Stops ticking. Runs go on; the next keeper finds them. */
  @Override
  public void close() {
    try {
      watcher.interrupt();
      watcher.join();
      commands.close();
      crew.stop();
      showcase.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      release();
    }
  }

  private void release() {
    try {
      lock.close();
    } catch (IOException e) {
      LOG.warn("the lock of the home could not be given back", e);
    }
  }
}
