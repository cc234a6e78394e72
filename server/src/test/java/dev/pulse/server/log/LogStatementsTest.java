package dev.pulse.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.server.postgres.Sql;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every statement is a look-up, whatever the tables hold. */
class LogStatementsTest {
  @RegisterExtension static final LoggedJobs at = new LoggedJobs();

  @Test
  void noStatementReadsAWholeTable() {
    Map<String, Sql> statements =
        Map.of(
            "write", LogWriter.WRITE,
            "job", AttemptLogs.JOB,
            "finished", AttemptLogs.FINISHED,
            "tries", AttemptLogs.TRIES,
            "read", AttemptLogs.READ,
            "news", AttemptLogs.NEWS);
    statements.forEach(
        (name, sql) -> {
          List<String> plan = plan(sql);
          assertThat(plan).as(name).noneMatch(line -> line.contains("Seq Scan"));
          assertThat(plan)
              .as(name)
              .filteredOn(line -> line.contains("Index") && line.contains("Scan"))
              .allSatisfy(
                  line -> assertThat(plan.get(plan.indexOf(line) + 1)).contains("Index Cond"));
        });
  }

  /** The plan that is used for every value, as on a server's connections. */
  private static List<String> plan(Sql sql) {
    return at.pulse
        .database()
        .call(
            connection -> {
              var lines = new ArrayList<String>();
              var numbered = new StringBuilder();
              int parameters = 0;
              for (char c : sql.text().toCharArray()) {
                numbered.append(c == '?' ? "$" + ++parameters : String.valueOf(c));
              }
              try (var statement = connection.createStatement()) {
                statement.execute("PREPARE hot AS " + numbered);
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
}
