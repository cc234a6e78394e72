package dev.pulse.server.job;

/** Unique keys (J10) are free again when the job that held them is over. */
final class HeldKeys {
  private HeldKeys() {}

  /**
   * The parts of a statement that free the keys of those jobs. Step by step, each found by what the
   * step before found: a join would be planned by how few keys were held when somebody looked, and
   * then walk over all that are held now. Key and id may be compared apart, as nobody holds a key
   * but its own.
   *
   * @param over a query for the seqs of jobs that had a key
   */
  static String freed(String over) {
    return """
          keyed AS MATERIALIZED (
            SELECT unique_key, id FROM pulse.job WHERE seq = ANY(ARRAY(%s))),
          freed AS (
            DELETE FROM pulse.held_key
            WHERE unique_key = ANY(ARRAY(SELECT unique_key FROM keyed))
              AND id = ANY(ARRAY(SELECT id FROM keyed)))
          """
        .formatted(over);
  }
}
