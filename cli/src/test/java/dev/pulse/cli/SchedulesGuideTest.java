package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Types the commands of the page about schedules and compares what they say. */
class SchedulesGuideTest {
  private static final Path PAGE = Path.of("..", "docs", "learn", "schedules.md");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\$ pulse (.*)\\n((?:(?!\\$ ).*\\n)*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @RegisterExtension static final SharedPulse server = new SharedPulse();

  @Test
  void everyCommandSaysWhatThePageSays() throws IOException {
    var typed = Typed.at(server.address());
    int compared = 0;
    Matcher block = BLOCK.matcher(Files.readString(PAGE));
    while (block.find()) {
      Matcher command = COMMAND.matcher(block.group(1));
      while (command.find()) {
        var answer = typed.run(words(command.group(1)).toArray(String[]::new));
        assertThat(timeless(answer.out() + answer.err().replaceFirst(" \\(see .*", "")))
            .as(command.group(1))
            .isEqualTo(timeless(command.group(2)));
        compared++;
      }
    }
    assertThat(compared).isEqualTo(10);
  }

  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    Matcher word = WORD.matcher(line);
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }

  /** Ids and moments differ each time, and a dry run goes on from the year it is made in. */
  private static String timeless(String text) {
    return text.replaceAll("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}", "ID")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
        .replaceAll("(?m)^\\d{4}-", "YEAR-")
        .replaceAll("\\((in \\d+[dhms]|now|\\d+[dhms] ago)\\)", "(AGO)");
  }
}
