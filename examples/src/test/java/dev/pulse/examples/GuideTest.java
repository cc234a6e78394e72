package dev.pulse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code in the guides is the code of the examples, to the letter. */
class GuideTest {
  private static final Path GUIDES = Path.of("..", "docs", "learn");
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```java(?: docs:(\\S+))?\\n(.*?)^```$");
  private static final Pattern REGION = Pattern.compile("(?ms)^ *// docs:(\\S+)\\n(.*?)^ *// end$");

  @Test
  void everyBlockIsARegionOfAnExample() throws IOException {
    Map<String, String> regions = regions();
    var named = new ArrayList<String>();
    for (String guide : List.of("sdk.md", "schedules.md")) {
      Matcher block = BLOCK.matcher(Files.readString(GUIDES.resolve(guide)));
      while (block.find()) {
        assertThat(block.group(1)).as("name of the block %s", block.group(2)).isNotNull();
        assertThat(block.group(2)).as(block.group(1)).isEqualTo(regions.get(block.group(1)));
        named.add(block.group(1));
      }
    }
    assertThat(named)
        .as("every region is shown once")
        .containsExactlyInAnyOrderElementsOf(regions.keySet());
  }

  private static Map<String, String> regions() throws IOException {
    var regions = new TreeMap<String, String>();
    try (var files = Files.walk(Path.of("src"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
        Matcher region = REGION.matcher(Files.readString(file));
        while (region.find()) {
          String before = regions.put(region.group(1), outdented(region.group(2)));
          assertThat(before).as("second region %s in %s", region.group(1), file).isNull();
        }
      }
    }
    return regions;
  }

  private static String outdented(String text) {
    List<String> lines = text.strip().isEmpty() ? List.of() : text.stripTrailing().lines().toList();
    int margin =
        lines.stream()
            .filter(line -> !line.isBlank())
            .mapToInt(line -> line.length() - line.stripLeading().length())
            .min()
            .orElse(0);
    var outdented = new StringBuilder();
    for (String line : lines) {
      outdented.append(line.isBlank() ? "" : line.substring(margin)).append('\n');
    }
    return outdented.toString();
  }
}
