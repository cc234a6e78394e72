package dev.pulse.cli;

import dev.pulse.NewTask;
import dev.pulse.Project;
import dev.pulse.Pulse;
import dev.pulse.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The demo's project: a house that is built task by task, in a repository of its own. */
final class DemoProject {
  private static final String NAME = "demo-house";
  private static final String EPIC = "house-all";

  private DemoProject() {}

  /** Needs git; without it the demo has no project. */
  static void start(Pulse pulse, Path home) throws IOException {
    Path repository = home.resolve("demo").resolve("house").toAbsolutePath().normalize();
    if (!Files.exists(repository.resolve(".git")) && !made(repository)) {
      return;
    }
    Tasks tasks = pulse.tasks();
    if (tasks.findProject(NAME).isPresent()) {
      return;
    }
    tasks.addProject(Project.of(NAME, "house", repository.toString()).agent("demo-mason"));
    tasks.add(NewTask.withId(EPIC, "Build the house").epic());
    tasks.add(NewTask.withId("house-walls", "Lay the walls").parent(EPIC));
    tasks.add(NewTask.withId("house-door", "Paint the door").parent(EPIC));
    tasks.add(
        NewTask.withId("house-roof", "Put the roof on").parent(EPIC).dependsOn("house-walls"));
  }

  private static boolean made(Path repository) throws IOException {
    Files.createDirectories(repository);
    Files.writeString(repository.resolve("README.md"), "# A house\n");
    boolean made =
        git(repository, "init", "--quiet", "--initial-branch=main")
            && git(repository, "add", "README.md")
            && git(
                repository,
                "-c",
                "user.name=Pulse",
                "-c",
                "user.email=pulse@localhost",
                "commit",
                "--quiet",
                "-m",
                "A place for a house");
    if (!made) {
      Files.deleteIfExists(repository.resolve("README.md"));
    }
    return made;
  }

  private static boolean git(Path folder, String... words) throws IOException {
    var command = new ArrayList<>(List.of("git", "-C", folder.toString()));
    command.addAll(List.of(words));
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (IOException e) {
      return false; // there is no git here
    }
  }
}
