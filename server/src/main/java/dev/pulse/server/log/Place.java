package dev.pulse.server.log;

import dev.pulse.server.job.JobRefused;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How far somebody has read: a try at the job, and how many bytes of its log.
 *
 * @param tries which start of the job it was; 0: none yet
 */
record Place(int tries, long position) {
  static final Place START = new Place(0, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,9}):(\\d{1,18})");

  static Place of(String cursor) {
    Matcher text = TEXT.matcher(cursor);
    if (!text.matches()) {
      throw JobRefused.invalid("after is not a place that a log gave out");
    }
    return new Place(Integer.parseInt(text.group(1)), Long.parseLong(text.group(2)));
  }

  String cursor() {
    return tries + ":" + position;
  }
}
