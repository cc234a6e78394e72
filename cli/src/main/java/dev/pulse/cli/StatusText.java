package dev.pulse.cli;

import dev.pulse.JobStatus;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A status by its name, in whatever case. */
final class StatusText implements ITypeConverter<JobStatus> {
  @Override
  public JobStatus convert(String text) {
    return Arrays.stream(JobStatus.values())
        .filter(status -> status != JobStatus.UNKNOWN)
        .filter(status -> status.name().equals(text.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + text + "' is not one of " + all()));
  }

  private static String all() {
    return Arrays.stream(JobStatus.values())
        .filter(status -> status != JobStatus.UNKNOWN)
        .map(status -> status.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}
