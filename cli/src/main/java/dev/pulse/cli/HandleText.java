package dev.pulse.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A handler as {@code --handle} names it: {@code NAME=COMMAND}, split at the first sign. */
final class HandleText implements ITypeConverter<HandleText.Handle> {
  /** Which jobs, and the command that runs them. */
  record Handle(String name, String command) {}

  @Override
  public Handle convert(String text) {
    int sign = text.indexOf('=');
    if (sign < 1 || text.substring(sign + 1).isBlank()) {
      throw new TypeConversionException("'" + text + "' is not NAME=COMMAND");
    }
    String name = text.substring(0, sign);
    if (name.length() > Bounds.LONGEST_NAME) {
      throw new TypeConversionException(
          "a name has at most %d characters".formatted(Bounds.LONGEST_NAME));
    }
    return new Handle(name, text.substring(sign + 1));
  }
}
