package dev.pulse.server.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The topics that have a label of their own: the first so many, then one for all the others. */
final class Topics {
  static final String OTHER = "other";

  private final Set<String> named = ConcurrentHashMap.newKeySet();
  private final int most;

  Topics(int most) {
    this.most = most;
  }

  /**
   * Callers that race may name a topic or two more; it is the growth without end that must not be.
   */
  String label(String topic) {
    if (named.contains(topic)) {
      return topic;
    }
    if (named.size() >= most) {
      return OTHER;
    }
    named.add(topic);
    return topic;
  }
}
