package dev.pulse.agents.org;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** What is read from an org file, and that an edit touches nothing else (K1, K3, K10). */
class OrgFileTest {
  private static OrgFile read(String text) {
    return OrgFile.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(OrgFile file) {
    return new String(file.bytes(), StandardCharsets.UTF_8);
  }

  private static Heading only(OrgFile file) {
    assertThat(file.headings()).hasSize(1);
    return file.headings().getFirst();
  }

  @Test
  void headingsDrawersAndSettings() {
    OrgFile file =
        read(
            """
            #+START: wake_add
            prose
            * wake_add
            :PROPERTIES:
            :KIND: wake
            :Repeat:   3
            :END:
            more prose
            ** below
            """);
    assertThat(file.setting("start")).contains(new Entry("START", "wake_add", 1));
    assertThat(file.headings()).extracting(Heading::title).containsExactly("wake_add", "below");
    Heading first = file.headings().getFirst();
    assertThat(first.properties())
        .containsExactly(new Entry("KIND", "wake", 5), new Entry("REPEAT", "3", 6));
    assertThat(first.line()).isEqualTo(3);
    assertThat(first.lastLine()).isEqualTo(8);
    assertThat(file.headings().get(1).level()).isEqualTo(2);
    assertThat(file.problems()).isEmpty();
  }

  @Test
  void aHeadlineIsTakenApart() {
    Heading heading = only(read("*** NEXT [#A] COMMENT mend the roof :home:urgent:\n"));
    assertThat(heading.level()).isEqualTo(3);
    assertThat(heading.keyword()).contains("NEXT");
    assertThat(heading.isComment()).isTrue();
    assertThat(heading.title()).isEqualTo("mend the roof");
  }

  @Test
  void onlyKnownKeywordsAreKeywords() {
    assertThat(only(read("* LATER mend\n")).keyword()).isEmpty();
    assertThat(only(read("* LATER mend\n")).title()).isEqualTo("LATER mend");
    assertThat(only(read("* LATER mend\n#+SEQ_TODO: LATER(l) | NEVER\n")).keyword())
        .contains("LATER");
    assertThat(only(read("* NEXTdoor\n")).keyword()).isEmpty();
  }

  @Test
  void whatLooksLikeAHeadingAndIsNone() {
    assertThat(read("*bold* text\n **\n *  indented\n**\n").headings()).isEmpty();
  }

  @Test
  void aBlockHidesSettingsAndAHeadingEndsIt() {
    OrgFile file =
        read("#+begin_src org\n#+START: hidden\n#+end_src\n#+BEGIN_SRC\n* real\n#+START: seen\n");
    assertThat(file.settings()).extracting(Entry::value).containsExactly("seen");
    assertThat(file.headings()).hasSize(1);
  }

  @Test
  void problemsHaveTheirLines() {
    OrgFile file =
        read(
            """
            * one
            :PROPERTIES:
            :A: 1
            no property
            :A: 2
            * two

            :PROPERTIES:
            :END:
            """);
    assertThat(file.problems())
        .extracting(Problem::line)
        .as("%s", file.problems())
        .containsExactly(4, 5, 2, 8);
    assertThat(file.headings().get(1).properties()).isEmpty();
  }

  @Test
  void aPlanningLineMayStandBeforeTheDrawer() {
    var heading =
        only(read("* NEXT a\n  SCHEDULED: <2026-01-01>\n  :PROPERTIES:\n  :B: c\n  :END:\n"));
    assertThat(heading.property("b")).map(Entry::value).contains("c");
  }

  @Test
  void aKeywordIsReplacedInPlace() {
    OrgFile file = read("\uFEFF#+TITLE: Brett\r\n*  NEXT   Dach  flicken  :x:\r\nBleibt.  \r\n");
    assertThat(text(file.withKeyword(only(file), "DOING")))
        .isEqualTo("\uFEFF#+TITLE: Brett\r\n*  DOING   Dach  flicken  :x:\r\nBleibt.  \r\n");
    OrgFile bare = read("* mend");
    assertThat(text(bare.withKeyword(only(bare), "NEXT"))).isEqualTo("* NEXT mend");
  }

  @Test
  void aPropertyIsReplacedOrAddedOrGetsADrawer() {
    OrgFile with = read("* a\n  :PROPERTIES:\n  :AGENT:  moss  \n  :END:\ntext");
    assertThat(text(with.withProperty(only(with), "AGENT", "wren")))
        .isEqualTo("* a\n  :PROPERTIES:\n  :AGENT:  wren  \n  :END:\ntext");
    assertThat(text(with.withProperty(only(with), "SINCE", "now")))
        .isEqualTo("* a\n  :PROPERTIES:\n  :AGENT:  moss  \n  :SINCE: now\n  :END:\ntext");
    OrgFile without = read("* a\r\ntext\r\n");
    assertThat(text(without.withProperty(only(without), "AGENT", "wren")))
        .isEqualTo("* a\r\n:PROPERTIES:\r\n:AGENT: wren\r\n:END:\r\ntext\r\n");
    OrgFile last = read("* a");
    assertThat(text(last.withProperty(only(last), "AGENT", "wren")))
        .isEqualTo("* a\n:PROPERTIES:\n:AGENT: wren\n:END:\n");
    OrgFile empty = read("* a\n:PROPERTIES:\n:AGENT:\n:END:\n");
    assertThat(text(empty.withProperty(only(empty), "AGENT", "wren")))
        .isEqualTo("* a\n:PROPERTIES:\n:AGENT: wren\n:END:\n");
  }

  @Test
  void aValueOfTwoLinesIsRefused() {
    OrgFile file = read("* a\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> file.withProperty(only(file), "A", "b\n* c"));
  }

  @Test
  void bytesThatAreNoTextSurviveAnEdit() {
    byte[] bytes = {'*', ' ', 'a', '\n', (byte) 0xFF, 0, (byte) 0xC3, '\n'};
    OrgFile edited = OrgFile.read(bytes).withKeyword(only(OrgFile.read(bytes)), "NEXT");
    assertThat(edited.bytes())
        .isEqualTo(
            new byte[] {
              '*', ' ', 'N', 'E', 'X', 'T', ' ', 'a', '\n', (byte) 0xFF, 0, (byte) 0xC3, '\n'
            });
  }

  @Test
  void timeGrowsWithTheFileAndNotWithItsSquare() {
    for (String hostile :
        List.of(
            "* " + " ".repeat(2_000_000) + "x",
            "* a :" + "b:".repeat(1_000_000),
            "* a\n:PROPERTIES:\n" + ":k: v\n".repeat(300_000),
            "* a\n".repeat(300_000),
            "#+BEGIN_A\n".repeat(200_000),
            "*".repeat(2_000_000))) {
      Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(5), () -> assertThatNoException().isThrownBy(() -> read(hostile)));
    }
  }
}
