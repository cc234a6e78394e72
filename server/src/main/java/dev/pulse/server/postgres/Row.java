package dev.pulse.server.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of a result, read by column name into the types we use. */
public final class Row {
  private final ResultSet rows;

  Row(ResultSet rows) {
    this.rows = rows;
  }

  public long number(String column) throws SQLException {
    return rows.getLong(column);
  }

  public @Nullable Long numberOrNull(String column) throws SQLException {
    long number = rows.getLong(column);
    return rows.wasNull() ? null : number;
  }

  public @Nullable Integer countOrNull(String column) throws SQLException {
    int count = rows.getInt(column);
    return rows.wasNull() ? null : count;
  }

  /** A duration told in microseconds. */
  public @Nullable Duration microsOrNull(String column) throws SQLException {
    Long micros = numberOrNull(column);
    return micros == null ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  public int count(String column) throws SQLException {
    return rows.getInt(column);
  }

  public boolean flag(String column) throws SQLException {
    return rows.getBoolean(column);
  }

  /** Text of a column that is never null. */
  public String text(String column) throws SQLException {
    return present(column, rows.getString(column));
  }

  public @Nullable String textOrNull(String column) throws SQLException {
    return rows.getString(column);
  }

  public UUID uuid(String column) throws SQLException {
    return present(column, rows.getObject(column, UUID.class));
  }

  public @Nullable UUID uuidOrNull(String column) throws SQLException {
    return rows.getObject(column, UUID.class);
  }

  public Instant instant(String column) throws SQLException {
    return present(column, instantOrNull(column));
  }

  public @Nullable Instant instantOrNull(String column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /** A text array; null reads as empty. */
  public List<String> texts(String column) throws SQLException {
    var array = rows.getArray(column);
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  private static <T> T present(String column, @Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null");
    }
    return value;
  }
}
