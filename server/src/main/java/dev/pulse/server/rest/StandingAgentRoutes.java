package dev.pulse.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import com.linecorp.armeria.common.HttpStatus;
import dev.pulse.server.dispatch.Dispatcher;
import dev.pulse.server.job.NewJob;
import dev.pulse.server.job.Page;
import dev.pulse.server.job.Submitted;
import dev.pulse.server.status.StatusDocument;
import dev.pulse.server.status.StatusDocuments;
import dev.pulse.server.status.StatusRefused;
import java.io.IOException;
import java.util.List;

/**
 * Standing agents as their keeper shows them, and a tick by hand, which is a job of the keeper's
 * (K8).
 */
final class StandingAgentRoutes {
  private static final String KIND = "standing-agent";
  private static final int USUAL_PAGE = 50;

  private final StatusDocuments documents;
  private final Dispatcher dispatcher;

  StandingAgentRoutes(StatusDocuments documents, Dispatcher dispatcher) {
    this.documents = documents;
    this.dispatcher = dispatcher;
  }

  List<Route> routes() {
    String all = RestApi.ROOT + "/standing-agents";
    String one = all + "/{name}";
    return List.of(
        Route.get(all, this::list),
        Route.get(one, this::get),
        Route.post(one + "/tick", this::tick));
  }

  private Answer list(Call call) {
    call.accepting("limit", "cursor");
    Page<StatusDocument> page =
        documents.list(KIND, call.query("limit", USUAL_PAGE), call.query("cursor"));
    return Answer.ok(
        json -> {
          json.writeStartObject();
          JobJson.list(json, "standing_agents", page.items(), StandingAgentRoutes::write);
          JobJson.text(json, "next_cursor", page.next());
          json.writeEndObject();
        });
  }

  private Answer get(Call call) {
    StatusDocument found = find(call.accepting());
    return Answer.ok(json -> write(json, found));
  }

  private Answer tick(Call call) {
    StatusDocument found = find(call.accepting());
    call.expectNoBody();
    NewJob job =
        NewJob.named("agent.tick")
            .but()
            .topic("keeper")
            .args("{\"agent\":%s}".formatted(Texts.quoted(found.name())))
            .maxAttempts(1)
            .trace(call.trace())
            .build();
    Submitted submitted = JobRoutes.join(dispatcher.submit(List.of(job))).getFirst();
    return Answer.of(HttpStatus.CREATED, json -> JobJson.submitted(json, submitted));
  }

  private StatusDocument find(Call call) {
    String name = call.path("name");
    return documents.find(KIND, name).orElseThrow(() -> StatusRefused.notFound(KIND, name));
  }

  private static void write(JsonGenerator json, StatusDocument document) throws IOException {
    json.writeStartObject();
    JobJson.text(json, "name", document.name());
    JobJson.raw(json, "status", document.document());
    JobJson.text(json, "updated_at", document.updatedAt());
    json.writeEndObject();
  }
}
