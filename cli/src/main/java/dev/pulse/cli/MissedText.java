package dev.pulse.cli;

import dev.pulse.Missed;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A policy for missed fires by its name, in whatever case. */
final class MissedText implements ITypeConverter<Missed> {
  @Override
  public Missed convert(String text) {
    return Arrays.stream(Missed.values())
        .filter(missed -> missed.name().equals(text.toUpperCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of coalesce, skip, catch_up"));
  }
}
