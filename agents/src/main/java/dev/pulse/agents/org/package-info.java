/**
 * Org files as Pulse needs them: headings with drawers, {@code #+KEY:} lines and task keywords,
 * read without loss and edited by splicing bytes. {@link dev.pulse.agents.org.OrgFile} is the door.
 */
@NullMarked
package dev.pulse.agents.org;

import org.jspecify.annotations.NullMarked;
