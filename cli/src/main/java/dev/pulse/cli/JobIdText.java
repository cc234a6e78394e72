package dev.pulse.cli;

import java.util.UUID;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A job's id. Java's own reader takes {@code 1-2-3-4-5} for a uuid; this one does not. */
final class JobIdText implements ITypeConverter<UUID> {
  private static final Pattern SHAPE =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  @Override
  public UUID convert(String text) {
    if (!SHAPE.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a job id such as 0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b");
    }
    return UUID.fromString(text);
  }
}
