package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ErrorTextTest {
  @Test
  void causesAreNamed() {
    Exception thrown = new IllegalStateException("outer", new IllegalArgumentException("inner"));
    assertThat(ErrorText.of(thrown))
        .startsWith("java.lang.IllegalStateException: outer")
        .contains("\nCaused by: java.lang.IllegalArgumentException: inner");
  }

  @Test
  void anExceptionWhoseMessageFailsIsStillNamed() {
    Exception thrown =
        new RuntimeException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no message for you");
          }
        };
    assertThat(ErrorText.of(thrown)).startsWith("dev.pulse.internal.ErrorTextTest$1");
  }

  @Test
  void anEndlessChainOfCausesEnds() {
    Exception first = new Exception("a");
    Exception second = new Exception("b", first);
    first.initCause(second);
    assertThat(ErrorText.of(first).length()).isLessThanOrEqualTo(ErrorText.LONGEST);
  }

  @Test
  void aLongTextIsCutBetweenCharacters() {
    String text = ErrorText.bounded("😀".repeat(ErrorText.LONGEST));
    assertThat(text.length()).isLessThanOrEqualTo(ErrorText.LONGEST);
    assertThat(text).endsWith("😀…");
  }

  @Property
  void whateverTheTextItFitsAndHasNoNul(@ForAll String text) {
    assertThat(ErrorText.bounded(text + "\0")).doesNotContain("\0").hasSizeLessThanOrEqualTo(4000);
  }
}
