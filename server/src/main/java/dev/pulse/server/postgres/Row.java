package dev.pulse.server.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of a result, read by column name into the types we use. */
public final class Row implements Cells {
  private final ResultSet rows;
  private String[] names = new String[16];
  private int[] places = new int[16];
  private int known;

  Row(ResultSet rows) {
    this.rows = rows;
  }

  /** Names are literals, the same object for every row: a known one is found without comparing. */
  @SuppressWarnings("ReferenceEquality")
  private int at(String column) throws SQLException {
    for (int each = 0; each < known; each++) {
      if (names[each] == column) {
        return places[each];
      }
    }
    if (known == names.length) {
      names = Arrays.copyOf(names, 2 * known);
      places = Arrays.copyOf(places, 2 * known);
    }
    names[known] = column;
    places[known] = rows.findColumn(column);
    return places[known++];
  }

  @Override
  public long number(String column) throws SQLException {
    return rows.getLong(at(column));
  }

  @Override
  public @Nullable Long numberOrNull(String column) throws SQLException {
    long number = rows.getLong(at(column));
    return rows.wasNull() ? null : number;
  }

  public @Nullable Integer countOrNull(String column) throws SQLException {
    int count = rows.getInt(at(column));
    return rows.wasNull() ? null : count;
  }

  /** A duration told in microseconds. */
  public @Nullable Duration microsOrNull(String column) throws SQLException {
    Long micros = numberOrNull(column);
    return micros == null ? null : Duration.of(micros, ChronoUnit.MICROS);
  }

  public int count(String column) throws SQLException {
    return rows.getInt(at(column));
  }

  public boolean flag(String column) throws SQLException {
    return rows.getBoolean(at(column));
  }

  @Override
  public String text(String column) throws SQLException {
    return present(column, rows.getString(at(column)));
  }

  public @Nullable String textOrNull(String column) throws SQLException {
    return rows.getString(at(column));
  }

  public UUID uuid(String column) throws SQLException {
    return present(column, rows.getObject(at(column), UUID.class));
  }

  public @Nullable UUID uuidOrNull(String column) throws SQLException {
    return rows.getObject(at(column), UUID.class);
  }

  public Instant instant(String column) throws SQLException {
    return present(column, instantOrNull(column));
  }

  public @Nullable Instant instantOrNull(String column) throws SQLException {
    OffsetDateTime time = rows.getObject(at(column), OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  /** A text array; null reads as empty. */
  public List<String> texts(String column) throws SQLException {
    var array = rows.getArray(at(column));
    return array == null ? List.of() : List.of((String[]) array.getArray());
  }

  /** An array of numbers; null reads as empty. */
  public List<Long> numbers(String column) throws SQLException {
    var array = rows.getArray(at(column));
    return array == null ? List.of() : List.of((Long[]) array.getArray());
  }

  /** An array of counts; null reads as empty. */
  public List<Integer> counts(String column) throws SQLException {
    var array = rows.getArray(at(column));
    return array == null ? List.of() : List.of((Integer[]) array.getArray());
  }

  private static <T> T present(String column, @Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null");
    }
    return value;
  }
}
