package dev.pulse.agents.keeper;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A heading of the fleet: one standing agent (K1).
 *
 * @param line where it stands
 * @param definition an agent file, {@code .md} or {@code .org}
 * @param lifecycle an org file; null: no declared day
 * @param maxFails for states that say nothing about it (K9)
 * @param wakesOnDispatch whether it gets a tick after tasks were dispatched
 * @param workdir null: where the agent's file says, or a folder of its own
 */
record Member(
    String name,
    int line,
    Path definition,
    @Nullable Path lifecycle,
    Duration interval,
    OptionalInt maxFails,
    boolean wakesOnDispatch,
    @Nullable Path workdir) {}
