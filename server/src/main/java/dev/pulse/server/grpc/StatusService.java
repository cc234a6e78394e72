package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.auth.Authentication;
import dev.pulse.server.status.StatusDocuments;
import dev.pulse.server.status.StatusRefused;
import dev.pulse.v1.GetStatusRequest;
import dev.pulse.v1.ListStatusesRequest;
import dev.pulse.v1.ListStatusesResponse;
import dev.pulse.v1.PutStatusRequest;
import dev.pulse.v1.RemoveStatusRequest;
import dev.pulse.v1.RemoveStatusResponse;
import dev.pulse.v1.StatusDocument;
import dev.pulse.v1.StatusesGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** Answers the calls of {@code pulse.v1.Statuses}. */
final class StatusService extends StatusesGrpc.StatusesImplBase {
  private static final int USUAL_PAGE = 50;

  private final StatusDocuments documents;
  private final Unary unary;

  StatusService(StatusDocuments documents, Executor threads) {
    this.documents = documents;
    this.unary = new Unary(threads);
  }

  @Override
  public void putStatus(PutStatusRequest request, StreamObserver<StatusDocument> answers) {
    String actor = Authentication.user(ServiceRequestContext.current()).orElse("anonymous");
    unary.answer(
        answers,
        () ->
            document(
                documents.put(request.getKind(), request.getName(), request.getDocument(), actor)));
  }

  @Override
  public void getStatus(GetStatusRequest request, StreamObserver<StatusDocument> answers) {
    unary.answer(
        answers,
        () ->
            documents
                .find(request.getKind(), request.getName())
                .map(StatusService::document)
                .orElseThrow(() -> StatusRefused.notFound(request.getKind(), request.getName())));
  }

  @Override
  public void listStatuses(
      ListStatusesRequest request, StreamObserver<ListStatusesResponse> answers) {
    unary.answer(
        answers,
        () -> {
          int limit = request.getLimit() == 0 ? USUAL_PAGE : request.getLimit();
          var page = documents.list(request.getKind(), limit, Wire.given(request.getCursor()));
          var built = ListStatusesResponse.newBuilder();
          page.items().forEach(each -> built.addDocuments(document(each)));
          Wire.set(page.next(), built::setNextCursor);
          return built.build();
        });
  }

  @Override
  public void removeStatus(
      RemoveStatusRequest request, StreamObserver<RemoveStatusResponse> answers) {
    unary.answer(
        answers,
        () ->
            RemoveStatusResponse.newBuilder()
                .setRemoved(documents.remove(request.getKind(), request.getName()).isPresent())
                .build());
  }

  private static StatusDocument document(dev.pulse.server.status.StatusDocument document) {
    return StatusDocument.newBuilder()
        .setKind(document.kind())
        .setName(document.name())
        .setDocument(document.document())
        .setUpdatedAt(Wire.timestamp(document.updatedAt()))
        .setUpdatedBy(document.updatedBy())
        .build();
  }
}
