package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The document describes the API that is served: no route less and none more (H2). */
class OpenApiTest {
  @RegisterExtension static final Api api = new Api();

  @Test
  void everyRouteIsDescribedAndEveryDescriptionIsARoute() {
    var served = new TreeSet<String>();
    api.rest().routes().forEach(route -> served.add(route.method() + " " + route.path()));
    assertThat(OpenApiDocument.READ.operations()).isEqualTo(served);
  }

  @Test
  void theDocumentIsServed() {
    Reply reply = api.get("/Pulse/v1/openapi.json");
    assertThat(reply.json()).isEqualTo(OpenApiDocument.READ.document());
    assertThat(reply.text("openapi")).isEqualTo("3.1.0");
    assertThat(reply.headers().firstValue("content-type"))
        .contains("application/json; charset=utf-8");
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    JsonNode document = OpenApiDocument.READ.document();
    var references = Pattern.compile("\"\\$ref\":\"#([^\"]+)\"").matcher(document.toString());
    while (references.find()) {
      assertThat(document.at(references.group(1)).isMissingNode())
          .as(references.group(1))
          .isFalse();
    }
  }

  @Test
  void everyPathParameterIsDeclared() {
    JsonNode paths = OpenApiDocument.READ.document().path("paths");
    Set<String> undeclared = new TreeSet<>();
    for (var path : paths.properties()) {
      for (var operation : path.getValue().properties()) {
        boolean declares =
            operation
                .getValue()
                .path("parameters")
                .toString()
                .contains("#/components/parameters/id");
        if (path.getKey().contains("{id}") != declares) {
          undeclared.add(operation.getKey() + " " + path.getKey());
        }
      }
    }
    assertThat(undeclared).isEmpty();
  }
}
