package dev.pulse.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.net.URLEncoder;
import java.util.function.UnaryOperator;

/** Makes calls in somebody's name. */
final class OnBehalf {
  /** Percent-encoded: a header is ASCII, a name need not be. */
  private static final Metadata.Key<String> HEADER =
      Metadata.Key.of("pulse-on-behalf-of", Metadata.ASCII_STRING_MARSHALLER);

  private OnBehalf() {}

  static UnaryOperator<Channel> of(String user) {
    if (user.isEmpty()) {
      throw new IllegalArgumentException("a user's name is not empty");
    }
    Metadata metadata = new Metadata();
    metadata.put(HEADER, URLEncoder.encode(user, UTF_8));
    var interceptor = MetadataUtils.newAttachHeadersInterceptor(metadata);
    return channel -> ClientInterceptors.intercept(channel, interceptor);
  }
}
