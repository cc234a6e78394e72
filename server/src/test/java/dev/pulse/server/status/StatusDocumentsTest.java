package dev.pulse.server.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.server.job.Page;
import dev.pulse.server.postgres.PulseDatabase;
import dev.pulse.server.postgres.Sql;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StatusDocumentsTest {
  @RegisterExtension static final PulseDatabase pulse = new PulseDatabase();
  private StatusDocuments documents;

  @BeforeEach
  void empty() {
    documents = new StatusDocuments(pulse.database());
    text("TRUNCATE pulse.status_document; SELECT ''");
  }

  @Test
  void aDocumentIsKeptToTheByteWithItsAuthor() {
    String exact = "{ \"n\": 9007199254740993,\"N\":1e400, \"ä\":\"\\u0000\" }";
    StatusDocument put = documents.put("plan", "build the ark.md", exact, "relay");
    assertThat(put.document()).isEqualTo(exact);
    assertThat(put.updatedBy()).isEqualTo("relay");
    assertThat(documents.find("plan", "build the ark.md")).contains(put);
    assertThat(documents.find("agent", "build the ark.md")).isEmpty();
  }

  @Test
  void aNewerDocumentTakesThePlaceOfTheOneBefore() {
    StatusDocument first = documents.put("plan", "p", "1", "ann");
    StatusDocument second = documents.put("plan", "p", "2", "bob");
    assertThat(second.document()).isEqualTo("2");
    assertThat(second.updatedBy()).isEqualTo("bob");
    assertThat(second.updatedAt()).isAfter(first.updatedAt());
    assertThat(documents.list("plan", 10, null).items()).containsExactly(second);
  }

  @Test
  void thePutOfWhatIsThereAlreadyWritesNothing() {
    StatusDocument first = documents.put("plan", "p", "{\"a\":1}", "ann");
    String row = "SELECT ctid || ' ' || xmin || ' ' || xmax FROM pulse.status_document";
    String before = text(row);
    assertThat(documents.put("plan", "p", "{\"a\":1}", "bob")).isEqualTo(first);
    assertThat(text(row)).as("no new version of the row and no lock on it").isEqualTo(before);
    documents.put("plan", "p", "{\"a\": 1}", "bob");
    assertThat(text(row)).as("the same check sees a write").isNotEqualTo(before);
  }

  @Test
  void manyWhoPutTheSameAtOnceAllGetIt() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = 0; round < 20; round++) {
        String document = "{\"round\":%d}".formatted(round);
        Callable<StatusDocument> put = () -> documents.put("plan", "hot", document, "x");
        for (var each : threads.invokeAll(IntStream.range(0, 8).mapToObj(_ -> put).toList())) {
          assertThat(each.get().document()).isEqualTo(document);
        }
      }
    }
  }

  @Test
  void aListIsOrderedByNameAndPaged() {
    for (String name : List.of("b", "ä", "a", "B", "a/b", "c")) {
      documents.put("agent", name, "{}", "x");
    }
    documents.put("agents", "other kind", "{}", "x");
    var names = new ArrayList<String>();
    Page<StatusDocument> page = documents.list("agent", 4, null);
    assertThat(page.items()).hasSize(4);
    page.items().forEach(each -> names.add(each.name()));
    page = documents.list("agent", 4, page.next());
    assertThat(page.next()).isNull();
    page.items().forEach(each -> names.add(each.name()));
    assertThat(names).containsExactly("B", "a", "a/b", "b", "c", "ä");
  }

  @Test
  void whatIsRemovedIsGone() {
    StatusDocument put = documents.put("agent", "a", "{}", "x");
    assertThat(documents.remove("agent", "a")).contains(put);
    assertThat(documents.remove("agent", "a")).isEmpty();
    assertThat(documents.find("agent", "a")).isEmpty();
  }

  @Test
  void whatCannotBeKeptIsRefusedAndChangesNothing() {
    for (String kind : List.of("", "Plan", "1plan", "a b", "ä", "a".repeat(65), "a\0")) {
      refused(kind, "n", "{}", "kind is");
    }
    refused("plan", "", "{}", "name has 1 to 200 characters, this one has 0");
    refused("plan", "x".repeat(201), "{}", "this one has 201");
    refused("plan", "a\nb", "{}", "control character");
    refused("plan", "..", "{}", "no path can carry");
    refused("plan", "\uD83D", "{}", "half a surrogate pair");
    refused("plan", "n", "", "it is empty");
    refused("plan", "n", "{", "is not JSON");
    refused("plan", "n", "{} {}", "more follows");
    refused("plan", "n", "\"\0\"", "NUL");
    refused("plan", "n", "\"\uDC00\"", "half a surrogate pair");
    refused("plan", "n", "[".repeat(5000) + "]".repeat(5000), "is not JSON");
    refused("plan", "n", "\"" + "ä".repeat(StatusDocuments.LARGEST / 2) + "\"", "is larger");
    documents.put("plan", "n", "\"" + "x".repeat(StatusDocuments.LARGEST - 2) + "\"", "x");
    assertThatThrownBy(() -> documents.list("plan", 101, null))
        .hasMessageContaining("limit is between 1 and 100");
    for (String cursor : List.of("?", "eA", "U1RBVFVTfAA")) {
      assertThatThrownBy(() -> documents.list("plan", 1, cursor))
          .isInstanceOf(StatusRefused.class)
          .hasMessageContaining("cursor is not one");
    }
  }

  private void refused(String kind, String name, String document, String message) {
    assertThatThrownBy(() -> documents.put(kind, name, document, "x"))
        .isInstanceOf(StatusRefused.class)
        .hasMessageContaining(message);
    assertThat(text("SELECT count(*) FROM pulse.status_document")).isEqualTo("0");
  }

  @Test
  void everyStatementIsAccepted() throws Exception {
    for (var field : StatusDocuments.class.getDeclaredFields()) {
      if (field.getType() == Sql.class && Modifier.isStatic(field.getModifiers())) {
        String sql = ((Sql) field.get(null)).text();
        pulse
            .database()
            .call(
                connection -> {
                  try (var prepared = connection.prepareStatement(sql)) {
                    assertThat(prepared.getParameterMetaData()).as(field.getName()).isNotNull();
                  }
                  return null;
                });
      }
    }
  }

  private static String text(String sql) {
    return pulse
        .database()
        .call(
            connection -> {
              try (var statement = connection.createStatement()) {
                boolean rows = statement.execute(sql);
                while (!rows) {
                  rows = statement.getMoreResults();
                }
                try (var result = statement.getResultSet()) {
                  result.next();
                  return result.getString(1);
                }
              }
            });
  }
}
