/**
 * Tasks, and their dispatch to agents within a capacity. The door is {@link
 * dev.pulse.server.sling.Slings}. Tasks belong to people: the scheduler writes slings, and a task
 * is closed by the end of its work, in the transaction that ends the job.
 */
@NullMarked
package dev.pulse.server.sling;

import org.jspecify.annotations.NullMarked;
