package dev.pulse.server.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * One whole, static statement with {@code :named} parameters. The text is translated once, when the
 * class that owns it is loaded; the driver keeps the plan.
 */
public final class Sql {
  private final String text;
  private final Map<String, List<Integer>> positions;
  private final int places;

  private Sql(String text, Map<String, List<Integer>> positions, int places) {
    this.text = text;
    this.positions = positions;
    this.places = places;
  }

  /**
   * Translates {@code :name} to a parameter; {@code ::type}, quotes and comments are left alone.
   */
  public static Sql of(String named) {
    var text = new StringBuilder(named.length());
    var positions = new HashMap<String, List<Integer>>();
    int next = 1;
    for (int at = 0; at < named.length(); ) {
      int skip = skipped(named, at);
      if (skip > at) {
        text.append(named, at, skip);
        at = skip;
      } else if (named.charAt(at) == ':') {
        int end = at + 1;
        while (end < named.length() && Character.isJavaIdentifierPart(named.charAt(end))) {
          end++;
        }
        positions.computeIfAbsent(named.substring(at + 1, end), _ -> new ArrayList<>()).add(next++);
        text.append('?');
        at = end;
      } else {
        text.append(named.charAt(at++));
      }
    }
    return new Sql(text.toString(), positions, next - 1);
  }

  private static int skipped(String text, int at) {
    if (text.startsWith("::", at) || text.startsWith(":=", at)) {
      return at + 2;
    }
    if (text.startsWith("--", at)) {
      int end = text.indexOf('\n', at);
      return end < 0 ? text.length() : end;
    }
    if (text.charAt(at) == '\'') {
      return text.indexOf('\'', at + 1) + 1;
    }
    return at;
  }

  /** The statement as Postgres sees it. */
  public String text() {
    return text;
  }

  /** The statement as Postgres is told it without the driver. */
  String numbered() {
    var numbered = new StringBuilder();
    int next = 1;
    for (int at = 0; at < text.length(); ) {
      int skip = skipped(text, at);
      if (skip > at) {
        numbered.append(text, at, skip);
        at = skip;
      } else if (text.charAt(at) == '?') {
        numbered.append('$').append(next++);
        at++;
      } else {
        numbered.append(text.charAt(at++));
      }
    }
    return numbered.toString();
  }

  /** This statement, ready to be given its values, whoever will ask it. */
  public Given given() {
    return new Given();
  }

  /** A statement that is being given its values. */
  public final class Given {
    private final @Nullable Object[] values = new Object[places];

    /** Gives every parameter of that name its value; arrays become Postgres arrays. */
    public Given set(String name, @Nullable Object value) {
      for (int position : positions(name)) {
        values[position - 1] = value;
      }
      return this;
    }

    public <T> Inquiry<T> reading(Cells.Reader<T> reader) {
      return new Inquiry<>(Sql.this, values, reader);
    }
  }

  private List<Integer> positions(String name) {
    List<Integer> at = positions.get(name);
    if (at == null) {
      throw new IllegalArgumentException("no parameter :" + name + " in " + text);
    }
    return at;
  }

  /** This statement on that connection, ready to be given its values. */
  public Call on(Connection connection) throws SQLException {
    return new Call(connection, connection.prepareStatement(text));
  }

  /** Turns one row into a value. */
  public interface Mapper<T> {
    T map(Row row) throws SQLException;
  }

  /** A statement with its values; closed by the method that runs it. */
  public final class Call {
    private final Connection connection;
    private final PreparedStatement statement;

    private Call(Connection connection, PreparedStatement statement) {
      this.connection = connection;
      this.statement = statement;
    }

    /** Gives every parameter of that name its value; arrays become Postgres arrays. */
    public Call set(String name, @Nullable Object value) throws SQLException {
      List<Integer> at = positions(name);
      Object bound = bound(value);
      for (int position : at) {
        statement.setObject(position, bound);
      }
      return this;
    }

    void setAt(int position, @Nullable Object value) throws SQLException {
      statement.setObject(position, bound(value));
    }

    public <T> List<T> list(Mapper<T> mapper) throws SQLException {
      try (statement;
          ResultSet rows = statement.executeQuery()) {
        return list(rows, mapper);
      }
    }

    /** Of two statements that go to the database together, what the second answers. */
    public <T> List<T> lastList(Mapper<T> mapper) throws SQLException {
      try (statement) {
        statement.execute();
        statement.getMoreResults();
        try (ResultSet rows = statement.getResultSet()) {
          return list(rows, mapper);
        }
      }
    }

    private static <T> List<T> list(ResultSet rows, Mapper<T> mapper) throws SQLException {
      var list = new ArrayList<T>();
      var row = new Row(rows);
      while (rows.next()) {
        list.add(mapper.map(row));
      }
      return list;
    }

    public <T> Optional<T> first(Mapper<T> mapper) throws SQLException {
      return list(mapper).stream().findFirst();
    }

    public int update() throws SQLException {
      try (statement) {
        return statement.executeUpdate();
      }
    }

    private @Nullable Object bound(@Nullable Object value) throws SQLException {
      return switch (value) {
        case null -> null;
        case Instant instant -> instant.atOffset(ZoneOffset.UTC);
        case Duration duration -> duration.toNanos() / 1_000; // microseconds, Postgres' grain
        case long[] array -> array("int8", array);
        case Long[] array -> array("int8", array);
        case int[] array -> array("int4", array);
        case Integer[] array -> array("int4", array);
        case short[] array -> array("int2", array);
        case boolean[] array -> array("bool", array);
        case String[] array -> array("text", array);
        case UUID[] array -> array("uuid", array);
        default -> value;
      };
    }

    private Object array(String type, Object elements) throws SQLException {
      return connection.unwrap(PGConnection.class).createArrayOf(type, elements);
    }
  }
}
