package dev.pulse.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The statements of a room: found, prepared, and planned as on a server's connections. */
public final class Statements {
  private Statements() {}

  /** Every statement that the package of this class holds in a constant. */
  public static Map<String, Sql> beside(Class<?> door) throws Exception {
    var statements = new TreeMap<String, Sql>();
    var itself = door.getResource(door.getSimpleName() + ".class").toURI();
    try (var files = Files.list(Path.of(itself).getParent())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(door.getPackageName() + "." + name);
        for (var field : type.getDeclaredFields()) {
          if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            statements.put(name + "." + field.getName(), (Sql) field.get(null));
          }
        }
      }
    }
    return statements;
  }

  public static void areAccepted(Database database, Map<String, Sql> statements) {
    statements.forEach(
        (name, sql) ->
            database.call(
                connection -> {
                  try (var prepared = connection.prepareStatement(sql.text())) {
                    assertThat(prepared.getParameterMetaData()).as(name).isNotNull();
                  }
                  return name;
                }));
  }

  /** The plan that is used for every value; of two statements that travel together, the last's. */
  public static List<String> plan(Database database, Sql sql) {
    String text = sql.text().substring(sql.text().lastIndexOf(";\n") + 1);
    return database.call(
        connection -> {
          var lines = new ArrayList<String>();
          try (var statement = connection.createStatement()) {
            statement.execute("PREPARE hot AS " + numbered(text));
            int parameters = (int) text.chars().filter(c -> c == '?').count();
            String nulls = String.join(", ", Collections.nCopies(parameters, "NULL"));
            String values = parameters == 0 ? "" : "(" + nulls + ")";
            try (var rows = statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE hot" + values)) {
              while (rows.next()) {
                lines.add(rows.getString(1));
              }
            }
            statement.execute("DEALLOCATE hot");
          }
          return lines;
        });
  }

  private static String numbered(String text) {
    var numbered = new StringBuilder();
    int next = 1;
    for (char c : text.toCharArray()) {
      numbered.append(c == '?' ? "$" + next++ : String.valueOf(c));
    }
    return numbered.toString();
  }
}
