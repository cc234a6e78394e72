package dev.pulse.agents.runner;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What people watch while an attempt runs. A flood is thinned out before it costs the network: the
 * beginning goes through whole, then so much in each second.
 */
final class LiveText {
  private static final long FREE = 1 << 20;
  private static final long PER_SECOND = 64 << 10;
  private static final long SECOND = 1_000_000_000;

  private final Consumer<String> sink;
  private final LongSupplier nanos;
  private long sent;
  private long second;
  private long sentInSecond;
  private long dropped;

  LiveText(Consumer<String> sink, LongSupplier nanos) {
    this.sink = sink;
    this.nanos = nanos;
  }

  synchronized void say(String text) {
    if (text.isEmpty()) {
      return;
    }
    long now = nanos.getAsLong() / SECOND;
    if (now != second) {
      second = now;
      sentInSecond = 0;
    }
    if (sent >= FREE && sentInSecond >= PER_SECOND) {
      dropped += text.length();
      return;
    }
    if (dropped > 0) {
      sink.accept("\n… %d characters left out …\n".formatted(dropped));
      dropped = 0;
    }
    sent += text.length();
    sentInSecond += text.length();
    sink.accept(text);
  }

  /** A decoder of bytes for one stream: a character may be cut in two by the pipe. */
  Decoder decoder() {
    return new Decoder(this::say);
  }

  /** Bytes to text; what is no text is marked. */
  static final class Decoder {
    private final Consumer<String> sink;
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private ByteBuffer rest = ByteBuffer.allocate(0);

    private Decoder(Consumer<String> sink) {
      this.sink = sink;
    }

    void add(byte[] bytes, int length) {
      ByteBuffer in = ByteBuffer.allocate(rest.remaining() + length);
      in.put(rest).put(bytes, 0, length).flip();
      CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
      decoder.decode(in, out, false);
      rest = in.slice();
      sink.accept(out.flip().toString());
    }
  }
}
