package dev.pulse.agents.runner;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Who is alive on this machine, as far as we may see. */
interface Census {
  /** Everybody but the dead that nobody has buried yet. */
  List<Sighting> everybody();

  /** The best that this system offers. */
  static Census ofThisMachine() {
    return Files.isReadable(Path.of("/proc/self/environ")) ? new ProcCensus() : new JavaCensus();
  }

  /** This process. */
  default Sighting self() {
    long pid = ProcessHandle.current().pid();
    return everybody().stream().filter(one -> one.pid() == pid).findFirst().orElseThrow();
  }

  /** What Java tells on every system: parents, and nothing about groups or environments. */
  final class JavaCensus implements Census {
    @Override
    public List<Sighting> everybody() {
      return ProcessHandle.allProcesses().map(JavaCensus::sighting).toList();
    }

    private static Sighting sighting(ProcessHandle process) {
      long started = process.info().startInstant().map(at -> at.toEpochMilli()).orElse(0L);
      Optional<ProcessHandle> parent = process.parent();
      return new Sighting(
          process.pid(), started, parent.map(ProcessHandle::pid).orElse(0L), 0, 0, "");
    }
  }
}
