package dev.pulse.benchmarks.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to measure, as asked for.
 *
 * @param only keys of contestants; empty means all of them
 * @param jvm options of the JVM that Pulse's server runs in
 */
record Choice(
    Sizes sizes,
    String scale,
    List<String> only,
    Set<Workload> workloads,
    @Nullable String json,
    @Nullable String svg,
    String jvm) {

  static final String USAGE =
      """
      usage: [--quick | --tiny] [--rounds N] [--only A,B] [--workloads W,W] [--json FILE] [--svg FILE]
        [--server-jvm "-Xmx…"]
        contestants: %s
        workloads: submit, drain, latency, load, shapes
      """
          .formatted(String.join(", ", Peers.keys()));

  static Choice of(String... arguments) {
    Sizes sizes = Sizes.FULL;
    String scale = "full sizes";
    List<String> only = List.of();
    Set<Workload> workloads = EnumSet.allOf(Workload.class);
    String json = null;
    String svg = null;
    String jvm = "-XX:+UseSerialGC -Xms64m -Xmn48m -Xmx512m -XX:TrimNativeHeapInterval=5000";
    int rounds = 0;
    Iterator<String> words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "--quick" -> {
          sizes = Sizes.QUICK;
          scale = "quick sizes";
        }
        case "--tiny" -> {
          sizes = Sizes.TINY;
          scale = "tiny sizes, which say nothing about speed";
        }
        case "--rounds" -> rounds = Integer.parseInt(value(word, words));
        case "--only" -> only = known(value(word, words).split(",", -1));
        case "--workloads" -> workloads = workloads(value(word, words).split(",", -1));
        case "--json" -> json = value(word, words);
        case "--svg" -> svg = value(word, words);
        case "--server-jvm" -> jvm = value(word, words);
        default -> throw new IllegalArgumentException("unknown option " + word);
      }
    }
    return new Choice(
        rounds > 0 ? sizes.rounds(rounds) : sizes, scale, only, workloads, json, svg, jvm);
  }

  private static String value(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.next();
  }

  private static List<String> known(String... keys) {
    for (String key : keys) {
      if (!Peers.keys().contains(key)) {
        throw new IllegalArgumentException("unknown contestant " + key);
      }
    }
    return List.of(keys);
  }

  private static Set<Workload> workloads(String... names) {
    var workloads = new ArrayList<Workload>();
    for (String name : names) {
      workloads.add(Workload.valueOf(name.toUpperCase(Locale.ROOT)));
    }
    return EnumSet.copyOf(workloads);
  }

  String described() {
    return "%s, medians of %d rounds (%d for the slow ones, %d for the shapes)"
        .formatted(scale, sizes.rounds(), sizes.slowRounds(), sizes.shapeRounds());
  }
}
