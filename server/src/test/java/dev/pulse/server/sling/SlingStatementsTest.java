package dev.pulse.server.sling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement of slings, and plans those of a cycle by look-ups only. */
class SlingStatementsTest {
  @RegisterExtension static final Town town = new Town();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = statements();
    assertThat(statements).hasSizeGreaterThan(40);
    for (var statement : statements.entrySet()) {
      town.database()
          .call(
              connection -> {
                try (var prepared = connection.prepareStatement(statement.getValue().text())) {
                  assertThat(prepared.getParameterMetaData()).as(statement.getKey()).isNotNull();
                }
                return null;
              });
    }
  }

  @Test
  void whatACycleDoesIsLookedUp() {
    for (Sql hot :
        List.of(
            Work.LOCK,
            Dispatching.CLOSE,
            Dispatching.FAIL,
            DispatchCycle.DUE,
            SlingWatcher.ENDED,
            Blocking.LOCK,
            Blocking.SETTLE,
            Scheduling.HOLD)) {
      assertThat(plan(hot))
          .as(hot.text())
          .noneMatch(line -> line.contains("Seq Scan") && !line.contains("scheduler_cycle"))
          .noneMatch(line -> line.contains("Hash Join") || line.contains("Merge Join"));
    }
    assertThat(plan(DispatchCycle.LINES)).anyMatch(line -> line.contains("sling_ready"));
  }

  private static List<String> plan(Sql sql) {
    return town.database()
        .call(
            connection -> {
              var lines = new ArrayList<String>();
              try (var statement = connection.createStatement()) {
                statement.execute("PREPARE hot AS " + numbered(sql.text()));
                int parameters = (int) sql.text().chars().filter(c -> c == '?').count();
                String nulls = String.join(", ", Collections.nCopies(parameters, "NULL"));
                String values = parameters == 0 ? "" : "(" + nulls + ")";
                try (var rows =
                    statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE hot" + values)) {
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

  private static Map<String, Sql> statements() throws Exception {
    var statements = new TreeMap<String, Sql>();
    Path classes = Path.of(Slings.class.getResource("Slings.class").toURI()).getParent();
    try (var files = Files.list(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(Slings.class.getPackageName() + "." + name);
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
}
