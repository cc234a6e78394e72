package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.house.Repository;
import org.junit.jupiter.api.Test;

class SourceTreeTest {
  @Test
  void whatWasBuiltHereFindsItsSources() {
    assertThat(SourceTree.around(PulseCommand.class)).contains(Repository.root());
  }

  @Test
  void whatComesFromElsewhereDoesNot() {
    assertThat(SourceTree.around(Test.class)).isEmpty();
    assertThat(SourceTree.around(String.class)).isEmpty();
  }
}
