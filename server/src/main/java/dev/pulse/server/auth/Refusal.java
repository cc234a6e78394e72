package dev.pulse.server.auth;

import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;

/** How a caller is turned away: as JSON with an HTTP status, or in gRPC's own terms. */
enum Refusal {
  UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, 16, "a valid user name and password are required"),
  FORGED(HttpStatus.FORBIDDEN, 7, "another web site may not make changes here"),
  NOT_IN_THEIR_NAME(HttpStatus.FORBIDDEN, 7, "you may not act in somebody else's name"),
  BUSY(HttpStatus.SERVICE_UNAVAILABLE, 14, "too many passwords are being checked; try again");

  private static final String CHALLENGE = "Basic realm=\"pulse\", charset=\"UTF-8\"";

  private final HttpStatus status;
  private final int grpcStatus;
  private final String message;

  Refusal(HttpStatus status, int grpcStatus, String message) {
    this.status = status;
    this.grpcStatus = grpcStatus;
    this.message = message;
  }

  HttpResponse to(RequestHeaders request) {
    String type = request.get(HttpHeaderNames.CONTENT_TYPE, "");
    return type.startsWith("application/grpc") ? grpc(type) : json();
  }

  /** A gRPC client reads the status from the trailers, here sent as the only headers. */
  private HttpResponse grpc(String type) {
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .add(HttpHeaderNames.CONTENT_TYPE, type)
            .add("grpc-status", Integer.toString(grpcStatus))
            .add("grpc-message", message)
            .endOfStream(true)
            .build());
  }

  private HttpResponse json() {
    String code =
        switch (this) {
          case UNAUTHENTICATED -> "unauthenticated";
          case NOT_IN_THEIR_NAME -> "forbidden";
          case FORGED -> "cross_site";
          case BUSY -> "unavailable";
        };
    var headers = ResponseHeaders.builder(status).contentType(MediaType.JSON);
    if (this == UNAUTHENTICATED) {
      headers.add(HttpHeaderNames.WWW_AUTHENTICATE, CHALLENGE);
    }
    String body =
        "{\"error\":{\"code\":\"%s\",\"message\":\"%s\",\"details\":{}}}".formatted(code, message);
    return HttpResponse.of(headers.build(), HttpData.ofUtf8(body));
  }
}
