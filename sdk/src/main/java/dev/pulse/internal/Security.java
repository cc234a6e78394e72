package dev.pulse.internal;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Whether the connection is encrypted, and whom it trusts. */
sealed interface Security {
  ChannelCredentials credentials();

  /** No TLS. */
  record Plain() implements Security {
    @Override
    public ChannelCredentials credentials() {
      return InsecureChannelCredentials.create();
    }
  }

  /** TLS, trusting what the JVM trusts. */
  record Trusted() implements Security {
    @Override
    public ChannelCredentials credentials() {
      return TlsChannelCredentials.create();
    }
  }

  /** TLS, trusting the certificates in one file. */
  record TrustedBy(Path caFile) implements Security {
    @Override
    public ChannelCredentials credentials() {
      try {
        return TlsChannelCredentials.newBuilder().trustManager(caFile.toFile()).build();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the certificates in " + caFile, e);
      }
    }
  }

  /** TLS with anybody. */
  record Unverified() implements Security {
    @Override
    public ChannelCredentials credentials() {
      return TlsChannelCredentials.newBuilder().trustManager(new TrustAnybody()).build();
    }
  }
}
