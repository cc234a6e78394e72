package dev.pulse.agents.keeper;

import java.util.List;

/** Ends what was started. */
final class Processes {
  private Processes() {}

  /** With everything it has started itself, at once. */
  static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
