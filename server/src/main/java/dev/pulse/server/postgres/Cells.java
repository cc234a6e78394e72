package dev.pulse.server.postgres;

import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** One row of an answer, by whichever way it came: what is read on the way in. */
public interface Cells {
  @Nullable Long numberOrNull(String column) throws SQLException;

  /** Text of a column that is never null. */
  String text(String column) throws SQLException;

  /** A number of a column that is never null. */
  long number(String column) throws SQLException;

  /**
   * A time told in microseconds of Unix time: what the driver needs to read a timestamp, it makes
   * anew for every result, which is a lot for one of a single row.
   */
  default Instant instantOfMicros(String column) throws SQLException {
    return Instant.EPOCH.plus(number(column), ChronoUnit.MICROS);
  }

  /** Turns one row into a value. */
  interface Reader<T> {
    T read(Cells row) throws SQLException;
  }
}
