package dev.pulse.cli;

import java.net.InetSocketAddress;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Where a server listens (C1). */
final class ListenOptions {
  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:PULSE_LISTEN:-${env:PULSE_GRPC_ADDR:-127.0.0.1:7857}}",
      converter = Address.class,
      description = "Where to listen (PULSE_LISTEN or PULSE_GRPC_ADDR; default 127.0.0.1:7857).")
  InetSocketAddress listen = new InetSocketAddress("127.0.0.1", 7857);

  /** {@code host:port}, {@code [ipv6]:port} or {@code :port}, which means every address. */
  static final class Address implements ITypeConverter<InetSocketAddress> {
    @Override
    public InetSocketAddress convert(String text) {
      int colon = text.lastIndexOf(':');
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("^\\[(.*)]$", "$1");
        if (colon >= 0 && port >= 0 && port <= 65535) {
          return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
        }
      } catch (NumberFormatException e) {
        throw new TypeConversionException("'" + text + "' is not HOST:PORT");
      }
      throw new TypeConversionException("'" + text + "' is not HOST:PORT");
    }
  }
}
