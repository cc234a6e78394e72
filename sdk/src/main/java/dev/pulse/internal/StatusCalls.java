package dev.pulse.internal;

import dev.pulse.Json;
import dev.pulse.PulseException;
import dev.pulse.PulseException.Code;
import dev.pulse.StatusDocument;
import dev.pulse.Statuses;
import dev.pulse.v1.GetStatusRequest;
import dev.pulse.v1.ListStatusesRequest;
import dev.pulse.v1.PutStatusRequest;
import dev.pulse.v1.RemoveStatusRequest;
import dev.pulse.v1.StatusesGrpc;
import dev.pulse.v1.StatusesGrpc.StatusesBlockingStub;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Status documents, asked for and put. */
final class StatusCalls implements Statuses {
  private final Calls calls;
  private final Codec codec;

  StatusCalls(Calls calls, Codec codec) {
    this.calls = calls;
    this.codec = codec;
  }

  @Override
  public StatusDocument put(String kind, String name, Object document) {
    var request =
        PutStatusRequest.newBuilder()
            .setKind(kind)
            .setName(name)
            .setDocument(codec.write(document))
            .build();
    return document(call(stub -> stub.putStatus(request)));
  }

  @Override
  public Stream<StatusDocument> list(String kind) {
    return Pages.stream(
        null,
        cursor -> {
          var request = ListStatusesRequest.newBuilder().setKind(kind);
          if (cursor != null) {
            request.setCursor(cursor);
          }
          var page = call(stub -> stub.listStatuses(request.build()));
          return new Pages.Page<>(
              page.getDocumentsList().stream().map(StatusCalls::document).toList(),
              page.getNextCursor().isEmpty() ? null : page.getNextCursor());
        });
  }

  @Override
  public Optional<StatusDocument> find(String kind, String name) {
    var request = GetStatusRequest.newBuilder().setKind(kind).setName(name).build();
    try {
      return Optional.of(document(call(stub -> stub.getStatus(request))));
    } catch (PulseException e) {
      if (e.code() == Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public boolean remove(String kind, String name) {
    var request = RemoveStatusRequest.newBuilder().setKind(kind).setName(name).build();
    return call(stub -> stub.removeStatus(request)).getRemoved();
  }

  private <A> A call(Function<StatusesBlockingStub, A> request) {
    return calls.call(StatusesGrpc::newBlockingStub, request);
  }

  private static StatusDocument document(dev.pulse.v1.StatusDocument document) {
    return new StatusDocument(
        document.getKind(),
        document.getName(),
        Json.of(document.getDocument()),
        FromWire.instant(document.getUpdatedAt()),
        document.getUpdatedBy());
  }
}
