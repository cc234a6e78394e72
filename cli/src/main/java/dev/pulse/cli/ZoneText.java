package dev.pulse.cli;

import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time zone by its IANA name; an offset knows nothing of summer time and is none. */
final class ZoneText implements ITypeConverter<ZoneId> {
  @Override
  public ZoneId convert(String text) {
    try {
      if (ZoneId.getAvailableZoneIds().contains(text)) {
        return ZoneId.of(text);
      }
    } catch (DateTimeException e) {
      throw new TypeConversionException("'" + text + "' has no rules here: " + e.getMessage());
    }
    throw new TypeConversionException("'" + text + "' is not a zone such as Europe/Berlin or UTC");
  }
}
