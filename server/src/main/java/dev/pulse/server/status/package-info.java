/**
 * Status documents: what parts that live outside the server want shown. {@link
 * dev.pulse.server.status.StatusDocuments} is the door.
 */
@NullMarked
package dev.pulse.server.status;

import org.jspecify.annotations.NullMarked;
