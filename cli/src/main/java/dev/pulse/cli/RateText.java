package dev.pulse.cli;

import dev.pulse.Limit;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** So many starts in a period: {@code 100/1h}. */
final class RateText implements ITypeConverter<Limit.Rate> {
  private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,8})/(.+)");

  @Override
  public Limit.Rate convert(String text) {
    Matcher rate = RATE.matcher(text);
    if (!rate.matches()) {
      throw new TypeConversionException("'" + text + "' is not a rate such as 10/1m or 100/1h");
    }
    Duration per = new DurationText().convert(rate.group(2));
    if (per.compareTo(Duration.ofMillis(100)) < 0 || per.compareTo(Duration.ofDays(366)) > 0) {
      throw new TypeConversionException("a rate's period is between 100ms and 366d");
    }
    return new Limit.Rate(Integer.parseInt(rate.group(1)), per);
  }
}
