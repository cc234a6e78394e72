package dev.pulse.server.dispatch;

import dev.pulse.server.job.Lease;
import dev.pulse.server.job.NewWorker;
import java.util.List;

/**
 * A worker introduces itself.
 *
 * @param previous its number before the connection was lost, 0 if none
 * @param held the leases it goes on with
 */
public record Hello(NewWorker worker, long previous, List<Lease> held) {}
