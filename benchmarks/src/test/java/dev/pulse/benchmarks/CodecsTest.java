package dev.pulse.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** That each of them still runs; how quick they are is for a quiet machine to say. */
class CodecsTest {
  @Test
  void everyCodecCanBeMeasured() throws RunnerException {
    var options =
        new OptionsBuilder()
            .forks(0)
            .warmupIterations(0)
            .measurementIterations(1)
            .measurementTime(TimeValue.milliseconds(1))
            .verbosity(VerboseMode.SILENT)
            .build();
    assertThat(new Runner(options).run())
        .extracting(CodecsTest::name)
        .containsExactlyInAnyOrder(
            "ArgsCheck.checked",
            "ArgsCheck.checked",
            "LineCodec.alikeOut",
            "LineCodec.lentIn",
            "LineCodec.loneOut",
            "WireCodec.assignmentsOut",
            "WireCodec.parcelIn");
  }

  private static String name(RunResult result) {
    return result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1");
  }
}
