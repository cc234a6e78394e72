/**
 * Agents as files: {@code agents/<name>.md}, YAML front matter and a body. {@code Agents} is the
 * door.
 */
@NullMarked
package dev.pulse.agents.registry;

import org.jspecify.annotations.NullMarked;
