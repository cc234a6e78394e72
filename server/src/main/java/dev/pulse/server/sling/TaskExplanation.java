package dev.pulse.server.sling;

import dev.pulse.server.job.Explanation;
import java.util.List;

/** Why a task is not being worked on, or who does (J14). */
public record TaskExplanation(String id, String status, List<Explanation.Reason> reasons) {}
