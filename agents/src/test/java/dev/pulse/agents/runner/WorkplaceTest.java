package dev.pulse.agents.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.agents.registry.Agent;
import dev.pulse.agents.registry.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worktree for each job, removed only when nothing would be lost. */
class WorkplaceTest {
  @TempDir Path folder;
  private final UUID job = UUID.randomUUID();
  private Path repository;

  @BeforeEach
  void makeRepository() throws Exception {
    repository = Files.createDirectory(folder.resolve("repository"));
    git("init", "--quiet", "--initial-branch=main");
    git("config", "user.email", "a@b.example");
    git("config", "user.name", "A");
    git("commit", "--quiet", "--allow-empty", "-m", "begin");
  }

  @Test
  void aWorktreeWithoutTracesIsRemoved() throws Exception {
    Workplace place = open();
    assertThat(place.folder()).isNotEqualTo(repository).exists();
    assertThat(place.leave()).isNull();
    assertThat(place.folder()).doesNotExist();
    assertThat(git("branch", "--list", "pulse/*")).isEmpty();
  }

  @Test
  void whatIsNotCommittedOrIsNowhereElseIsKept() throws Exception {
    Workplace place = open();
    Files.writeString(place.folder().resolve("new.txt"), "x");
    assertThat(place.leave()).isEqualTo(place.folder());
    Tool.git(place.folder(), "add", "-A");
    Tool.git(place.folder(), "commit", "--quiet", "-m", "work");
    assertThat(place.leave()).isEqualTo(place.folder());
    // The next attempt goes on where this one ended.
    assertThat(open().folder().resolve("new.txt")).exists();
    git("merge", "--quiet", "pulse/" + job);
    assertThat(place.leave()).isNull();
    assertThat(repository.resolve("new.txt")).exists();
  }

  @Test
  void whatWasPushedIsElsewhere() throws Exception {
    Path bare = folder.resolve("bare.git");
    git("clone", "--quiet", "--bare", repository.toString(), bare.toString());
    git("remote", "add", "origin", bare.toString());
    Workplace place = open();
    Files.writeString(place.folder().resolve("new.txt"), "x");
    Tool.git(place.folder(), "add", "-A");
    Tool.git(place.folder(), "commit", "--quiet", "-m", "work");
    Tool.git(place.folder(), "push", "--quiet", "origin", "HEAD");
    assertThat(place.leave()).isNull();
  }

  @Test
  void aFolderThatIsNoRepositoryIsSaidToBeNone() throws Exception {
    Path plain = Files.createDirectory(folder.resolve("plain"));
    assertThatThrownBy(() -> Workplace.open(folder.resolve("home"), agent(), plain.toString(), job))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no worktree of");
  }

  private Workplace open() throws Exception {
    return Workplace.open(folder.resolve("home"), agent(), repository.toString(), job);
  }

  private String git(String... arguments) throws Exception {
    Tool.Answer answer = Tool.git(repository, arguments);
    assertThat(answer.isOk()).as(answer.output()).isTrue();
    return answer.output();
  }

  private static Agent agent() {
    return new Agent(
        "worker",
        "",
        new Program.Command(List.of("true")),
        new Agent.Place(null, Map.of(), true),
        new Agent.Bounds(Duration.ofMinutes(1), null, List.of(), null),
        new Agent.Checks(List.of(), List.of()),
        "",
        Map.of());
  }
}
