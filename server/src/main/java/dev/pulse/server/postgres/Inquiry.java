package dev.pulse.server.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement with its values and how its answer is read, for a connection or for a {@link Line}.
 *
 * @param values one for each place in the statement
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record Inquiry<T>(Sql sql, @Nullable Object[] values, Cells.Reader<T> reader) {
  /** Asks it there. */
  public List<T> on(Connection connection) throws SQLException {
    Sql.Call call = sql.on(connection);
    for (int at = 0; at < values.length; at++) {
      call.setAt(at + 1, values[at]);
    }
    return call.list(reader::read);
  }
}
