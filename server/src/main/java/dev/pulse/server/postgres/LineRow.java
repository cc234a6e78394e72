package dev.pulse.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row as it came over a {@link Line}: a length and a value for each column, in binary. */
final class LineRow implements Cells {
  private static final int COUNT_OF_COLUMNS = 2;
  private static final int NULL = -1;

  private final ByteBuf row;
  private final List<String> columns;

  LineRow(ByteBuf row, List<String> columns) {
    this.row = row;
    this.columns = columns;
  }

  @Override
  public @Nullable Long numberOrNull(String column) throws SQLException {
    int at = at(column);
    return row.getInt(at) == NULL ? null : number(column, at);
  }

  @Override
  public long number(String column) throws SQLException {
    return number(column, at(column));
  }

  @Override
  public String text(String column) throws SQLException {
    int at = at(column);
    if (row.getInt(at) == NULL) {
      throw new SQLException(column + " is null");
    }
    return row.toString(at + Integer.BYTES, row.getInt(at), UTF_8);
  }

  private long number(String column, int at) throws SQLException {
    int value = at + Integer.BYTES;
    return switch (row.getInt(at)) {
      case Short.BYTES -> row.getShort(value);
      case Integer.BYTES -> row.getInt(value);
      case Long.BYTES -> row.getLong(value);
      default -> throw new SQLException(column + " is no number");
    };
  }

  /** Where the column begins, with its length. */
  private int at(String column) throws SQLException {
    int wanted = columns.indexOf(column);
    if (wanted < 0) {
      throw new SQLException("no column " + column + " in " + columns);
    }
    int at = row.readerIndex() + COUNT_OF_COLUMNS;
    for (int each = 0; each < wanted; each++) {
      at += Integer.BYTES + Math.max(0, row.getInt(at));
    }
    return at;
  }
}
