package dev.pulse.internal;

/** What is told about a failure: its class, its message and the top of its stack, bounded. */
final class ErrorText {
  static final int LONGEST = 4000;
  private static final int MOST_FRAMES = 12;
  private static final int MOST_CAUSES = 4;
  private static final String OURS = ErrorText.class.getPackageName() + ".";

  private ErrorText() {}

  static String of(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable current = thrown;
    for (int depth = 0; current != null && depth <= MOST_CAUSES; depth++) {
      text.append(depth == 0 ? "" : "\nCaused by: ").append(describe(current));
      frames(current, text);
      current = current.getCause();
    }
    return bounded(text.toString());
  }

  /** Cut to what the server keeps, and without NUL, which Postgres cannot. */
  static String bounded(String text) {
    String clean = text.replace('\0', '\uFFFD');
    if (clean.length() <= LONGEST) {
      return clean;
    }
    int end = LONGEST - 1;
    return clean.substring(0, Character.isHighSurrogate(clean.charAt(end - 1)) ? end - 1 : end)
        + "…";
  }

  /** A throwable's own description is the user's code, and may fail as well. */
  private static String describe(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (RuntimeException e) {
      return thrown.getClass().getName();
    }
  }

  /** The frames from the throw up to the handler; what lies below it is ours. */
  private static void frames(Throwable thrown, StringBuilder text) {
    StackTraceElement[] stack = thrown.getStackTrace();
    for (int i = 0; i < stack.length; i++) {
      if (stack[i].getClassName().startsWith(OURS) && i > 0) {
        return;
      }
      if (i == MOST_FRAMES) {
        text.append("\n\t… ").append(stack.length - i).append(" more");
        return;
      }
      text.append("\n\tat ").append(stack[i]);
    }
  }
}
