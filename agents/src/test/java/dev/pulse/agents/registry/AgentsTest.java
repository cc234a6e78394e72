package dev.pulse.agents.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of agent files, as it is now (A1, A8). */
class AgentsTest {
  @TempDir Path home;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(home.resolve("agents"));
  }

  @Test
  void aHomeWithoutAgentsHasNone() {
    Agents agents = Agents.in(home.resolve("elsewhere"));
    assertThat(agents.names()).isEmpty();
    assertThat(agents.problems()).isEmpty();
    assertThat(agents.find("worker")).isEmpty();
  }

  @Test
  void anEditCountsAtOnce() throws IOException {
    Agents agents = Agents.in(home);
    write("worker", "model: a");
    assertThat(model(agents)).isEqualTo("a");
    write("worker", "model: bb");
    assertThat(model(agents)).isEqualTo("bb");
    write("worker", "timeout: x");
    assertThat(agents.find("worker")).isEmpty();
    assertThat(agents.problems()).hasSize(1);
    Files.delete(folder.resolve("worker.md"));
    assertThat(agents.problems()).isEmpty();
  }

  @Test
  void aFileThatCannotBeUsedDoesNotHideTheOthers() throws IOException {
    write("good", "model: a");
    write("HUMAN", "model: a");
    write("bad", "timeout: never");
    Files.write(folder.resolve("binary.md"), new byte[] {'-', '-', '-', '\n', (byte) 0xff});
    Files.createDirectory(folder.resolve("folder.md"));
    Files.createSymbolicLink(folder.resolve("dangling.md"), folder.resolve("nowhere"));
    Files.writeString(folder.resolve("README.md"), "About these");
    Files.writeString(folder.resolve("notes.txt"), "Not an agent");
    Files.writeString(folder.resolve(".#good.md"), "An editor's");
    Agents agents = Agents.in(home);
    assertThat(agents.names()).containsExactly("good");
    assertThat(agents.problems())
        .extracting(problem -> problem.file().getFileName().toString())
        .containsExactly("HUMAN.md", "bad.md", "binary.md", "folder.md");
  }

  private static String model(Agents agents) {
    return ((Program.Llm) agents.find("worker").orElseThrow().program()).model();
  }

  private void write(String name, String yaml) throws IOException {
    Files.writeString(folder.resolve(name + ".md"), "---\n" + yaml + "\n---\n");
  }
}
