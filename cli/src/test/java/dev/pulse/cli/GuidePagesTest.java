package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.testing.EmbeddedPulse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types the commands of the guide's pages and compares what they say. */
class GuidePagesTest {
  private static final Path PAGES = Path.of("..", "docs", "learn");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```console\\n(.*?)^```$");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^\\$ pulse (.*)\\n((?:(?!\\$ ).*\\n)*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** Of its own: the pages list everything there is. */
  private static EmbeddedPulse server;

  /** The pages speak of an agent that a runner would have told of. */
  @BeforeAll
  static void start() {
    server = EmbeddedPulse.start();
    server.client().statuses().put("agent", "coder", Map.of("limits", List.of()));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"schedules.md, 12", "limits.md, 1", "sling.md, 15"})
  void everyCommandSaysWhatThePageSays(String page, int commands) throws IOException {
    var typed = Typed.at(server.address());
    var softly = new SoftAssertions(); // whoever edits a page sees all that is wrong with it
    int compared = 0;
    Matcher block = BLOCK.matcher(Files.readString(PAGES.resolve(page)));
    while (block.find()) {
      Matcher command = COMMAND.matcher(block.group(1));
      while (command.find()) {
        var answer = typed.run(words(command.group(1)).toArray(String[]::new));
        softly
            .assertThat(timeless(answer.out() + answer.err().replaceFirst(" \\(see .*", "")))
            .as(command.group(1))
            .isEqualTo(timeless(command.group(2)));
        compared++;
      }
    }
    softly.assertAll();
    assertThat(compared).isEqualTo(commands);
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
        .replaceAll("(?m)^(PAUSED +by) \\S+", "$1 SOMEBODY")
        .replaceAll("(?m)^last cycle .*", "LAST CYCLE")
        .replaceAll("hq-cv-\\w+", "CONVOY")
        .replaceAll("(?m)(now|\\d+s)$", "AGE")
        .replaceAll("\\((in \\d+[dhms]|now|\\d+[dhms] ago)\\)", "(AGO)");
  }
}
