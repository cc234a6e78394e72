package dev.pulse.cli;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A point in time, such as {@code 2026-01-31T09:30:00Z}. */
final class TimeText implements ITypeConverter<Instant> {
  private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

  @Override
  public Instant convert(String text) {
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (!time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST)) {
        return time;
      }
    } catch (DateTimeException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a time such as 2026-01-31T09:30:00Z");
    }
    throw new TypeConversionException("'" + text + "' is not between 1970 and 2200");
  }
}
