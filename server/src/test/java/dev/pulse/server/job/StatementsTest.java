package dev.pulse.server.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Postgres accepts every statement of the kernel, and plans the hot ones by look-ups only. */
class StatementsTest {
  @RegisterExtension static final Kernel kernel = new Kernel();

  @Test
  void everyStatementIsAccepted() throws Exception {
    Map<String, Sql> statements = statements();
    assertThat(statements).hasSizeGreaterThan(25);
    for (var statement : statements.entrySet()) {
      String text = statement.getValue().text();
      kernel
          .database()
          .call(
              connection -> {
                try (var prepared = connection.prepareStatement(text)) {
                  assertThat(prepared.getParameterMetaData()).as(statement.getKey()).isNotNull();
                }
                return null;
              });
    }
  }

  @Test
  void theHotStatementsNeverScanATable() {
    for (Sql hot :
        List.of(
            Claims.CLAIM,
            Reports.COMPLETE,
            Submissions.INSERT,
            Promotion.PROMOTE,
            GatedClaims.HEADS,
            GatedClaims.TAKE)) {
      assertThat(plan(hot)).noneMatch(line -> line.contains("Seq Scan"));
    }
  }

  /** The plan that is used for every value, as on a server's connections. */
  private static List<String> plan(Sql sql) {
    return kernel
        .database()
        .call(
            connection -> {
              var lines = new ArrayList<String>();
              String numbered = numbered(sql.text());
              try (var statement = connection.createStatement()) {
                statement.execute("PREPARE hot AS " + numbered);
                int parameters = (int) sql.text().chars().filter(c -> c == '?').count();
                String nulls = String.join(", ", java.util.Collections.nCopies(parameters, "NULL"));
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
    Path classes = Path.of(Jobs.class.getResource("Jobs.class").toURI()).getParent();
    try (var files = Files.list(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        String name = file.getFileName().toString().replace(".class", "");
        Class<?> type = Class.forName(Jobs.class.getPackageName() + "." + name);
        for (var field : type.getDeclaredFields()) {
          if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            statements.put(name + "." + field.getName(), (Sql) field.get(null));
          }
        }
      }
    }
    statements.put("Listing.MADE_BY", Listing.MADE_BY);
    for (Listing listing : Listing.values()) {
      statements.put("Listing." + listing, listing.sql);
      statements.put("Listing.edge." + listing, listing.edge);
    }
    return statements;
  }
}
