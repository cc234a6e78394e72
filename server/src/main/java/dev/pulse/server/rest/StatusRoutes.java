package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.pulse.server.job.Page;
import dev.pulse.server.status.StatusDocument;
import dev.pulse.server.status.StatusDocuments;
import dev.pulse.server.status.StatusRefused;
import java.io.IOException;
import java.util.List;

/** Status documents: the body of a put is the document itself. */
final class StatusRoutes {
  private static final int USUAL_PAGE = 50;

  private final StatusDocuments documents;

  StatusRoutes(StatusDocuments documents) {
    this.documents = documents;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/status/{kind}";
    String one = all + "/{name}";
    return List.of(
        Route.get(all, this::list),
        Route.get(one, this::get),
        Route.put(one, this::put).reading(StatusDocuments.LARGEST),
        Route.delete(one, this::remove));
  }

  private Answer list(Call call) {
    call.accepting("limit", "cursor");
    Page<StatusDocument> page =
        documents.list(call.path("kind"), call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "documents", page.items(), StatusRoutes::write);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer get(Call call) {
    String kind = call.accepting().path("kind");
    String name = call.path("name");
    return told(documents.find(kind, name).orElseThrow(() -> StatusRefused.notFound(kind, name)));
  }

  private Answer put(Call call) {
    String document = call.accepting().body(JsonBody::raw).strip();
    return told(documents.put(call.path("kind"), call.path("name"), document, call.actor()));
  }

  private Answer remove(Call call) {
    String kind = call.accepting().path("kind");
    String name = call.path("name");
    call.expectNoBody();
    return told(documents.remove(kind, name).orElseThrow(() -> StatusRefused.notFound(kind, name)));
  }

  private static Answer told(StatusDocument document) {
    return Answer.ok(json -> write(json, document));
  }

  private static void write(JsonGenerator json, StatusDocument document) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "kind", document.kind());
    JobJson.text(json, "name", document.name());
    JobJson.raw(json, "document", document.document());
    JobJson.text(json, "updated_at", document.updatedAt());
    JobJson.text(json, "updated_by", document.updatedBy());
    json.writeEndObject();
  }
}
