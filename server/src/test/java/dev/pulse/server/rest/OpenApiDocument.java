package dev.pulse.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The document as clients get it, and what it says of an answer. */
final class OpenApiDocument {
  static final OpenApiDocument READ = read();

  private final JsonNode document;

  private OpenApiDocument(JsonNode document) {
    this.document = document;
  }

  private static OpenApiDocument read() {
    try (var stream = RestApi.class.getResourceAsStream("openapi.json")) {
      return new OpenApiDocument(new ObjectMapper().readTree(stream));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  JsonNode document() {
    return document;
  }

  /** {@code GET /Pulse/v1/jobs} and so on. */
  Set<String> operations() {
    var operations = new TreeSet<String>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        operations.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
      }
    }
    return operations;
  }

  void check(String method, String path, Reply reply) {
    JsonNode schema = schema(method, path, reply.status());
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.set("components", document.path("components"));
    root.putArray("allOf").add(schema);
    var problems =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(root, SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build())
            .validate(reply.json());
    assertThat(problems).as("%s %s: %s", method, path, reply.body()).isEmpty();
  }

  private JsonNode schema(String method, String path, int status) {
    for (Map.Entry<String, JsonNode> known : document.path("paths").properties()) {
      JsonNode operation = known.getValue().path(method.toLowerCase(Locale.ROOT));
      if (Route.get(known.getKey(), _ -> null).matches(path) && !operation.isMissingNode()) {
        JsonNode responses = operation.path("responses");
        JsonNode response = responses.path(Integer.toString(status));
        JsonNode found = resolved(response.isMissingNode() ? responses.path("default") : response);
        assertThat(found.isMissingNode())
            .as("%s %s answers %d, undescribed", method, path, status)
            .isFalse();
        return found.path("content").path("application/json").path("schema");
      }
    }
    return document.path("components").path("schemas").path("Error");
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isMissingNode() ? node : document.at(reference.asText().substring(1));
  }
}
