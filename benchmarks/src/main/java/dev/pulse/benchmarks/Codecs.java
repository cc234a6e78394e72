package dev.pulse.benchmarks;

import java.io.IOException;

/**
 * The parsers and codecs of the hot path by themselves, with JMH: {@code benchmarks/run Codecs} and
 * JMH's own options.
 */
public final class Codecs {
  private Codecs() {}

  public static void main(String[] arguments) throws IOException {
    org.openjdk.jmh.Main.main(arguments);
  }
}
