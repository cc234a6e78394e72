package dev.pulse.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.util.Base64;

/** A user and a password, as every call carries them. */
final class BasicAuth {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final String header;

  BasicAuth(String user, String password) {
    if (user.isEmpty() || user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("a user's name is not empty and has no colon");
    }
    byte[] pair = (user + ":" + password).getBytes(UTF_8);
    this.header = "Basic " + Base64.getEncoder().encodeToString(pair);
  }

  ClientInterceptor interceptor() {
    Metadata metadata = new Metadata();
    metadata.put(AUTHORIZATION, header);
    return MetadataUtils.newAttachHeadersInterceptor(metadata);
  }
}
