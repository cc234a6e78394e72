package dev.pulse.server.run;

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

/** Postgres accepts every statement of runs, and plans those of every step by look-ups only. */
class RunStatementsTest {
  @RegisterExtension static final Workshop shop = new Workshop();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = statements();
    assertThat(statements).hasSizeGreaterThan(25);
    for (var statement : statements.entrySet()) {
      shop.database()
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
  void noStatementOfAStepScansATable() {
    for (Sql hot :
        List.of(
            RunStore.LOCK,
            RunStore.NODES,
            RunStore.WAITS,
            RunWrites.UPDATE_RUNS,
            RunWrites.UPDATE_NODES,
            RunWrites.UPDATE_WAITS,
            NodeWork.READ,
            NodeWatcher.CONTEXTS,
            Signals.DUE,
            RunListing.WAITS)) {
      assertThat(plan(hot))
          .as(hot.text())
          .noneMatch(line -> line.contains("Seq Scan"))
          .noneMatch(line -> line.contains("Hash Join") || line.contains("Merge Join"));
    }
  }

  private static List<String> plan(Sql sql) {
    return shop.database()
        .call(
            connection -> {
              var lines = new ArrayList<String>();
              try (var statement = connection.createStatement()) {
                statement.execute("PREPARE hot AS " + numbered(sql.text()));
                int parameters = (int) sql.text().chars().filter(c -> c == '?').count();
                String nulls = String.join(", ", Collections.nCopies(parameters, "NULL"));
                try (var rows =
                    statement.executeQuery("EXPLAIN (COSTS OFF) EXECUTE hot(" + nulls + ")")) {
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
    Path classes = Path.of(Runs.class.getResource("Runs.class").toURI()).getParent();
    try (var files = Files.list(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(Runs.class.getPackageName() + "." + name);
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
