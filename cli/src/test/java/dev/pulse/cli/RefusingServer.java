package dev.pulse.cli;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Speaks just enough HTTP/2 to answer every call with one status: 401, as a proxy would. */
final class RefusingServer implements AutoCloseable {
  private static final int PREFACE = 24;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_OF_STREAM_AND_HEADERS = 5;
  private static final int ACK = 1;

  private final ServerSocket socket;

  RefusingServer() throws IOException {
    socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket peer = socket.accept();
        Thread.ofVirtual().start(() -> serve(peer));
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void serve(Socket peer) {
    try (peer;
        var in = new DataInputStream(peer.getInputStream());
        var out = peer.getOutputStream()) {
      in.skipNBytes(PREFACE);
      frame(out, SETTINGS, 0, 0);
      while (true) {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        in.skipNBytes(length);
        if (type == SETTINGS && flags != ACK) {
          frame(out, SETTINGS, ACK, 0);
        } else if (type == HEADERS) {
          // A literal without indexing, its name the eighth of the static table: ":status".
          frame(out, HEADERS, END_OF_STREAM_AND_HEADERS, stream, 0x08, 3, '4', '0', '1');
        }
      }
    } catch (IOException e) {
      return;
    }
  }

  private static void frame(OutputStream out, int type, int flags, int stream, int... payload)
      throws IOException {
    int[] head = {0, 0, payload.length, type, flags, 0, 0, stream >> 8, stream};
    for (int octet : head) {
      out.write(octet);
    }
    for (int octet : payload) {
      out.write(octet);
    }
    out.flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
