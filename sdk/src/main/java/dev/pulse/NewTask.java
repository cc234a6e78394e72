package dev.pulse;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A task being put together. */
public final class NewTask {
  private final @Nullable String project;
  private final @Nullable String id;
  private final String title;
  private String description = "";
  private String type = "task";
  private @Nullable String parent;
  private final List<String> labels = new ArrayList<>();
  private final List<String> dependsOn = new ArrayList<>();

  private NewTask(@Nullable String project, @Nullable String id, String title) {
    this.project = project;
    this.id = id;
    this.title = title;
  }

  /** A task of that project, with an id of the server's choice. */
  public static NewTask of(String project, String title) {
    return new NewTask(project, null, title);
  }

  /** A task with an id of the caller's choice, which begins with its project's prefix. */
  public static NewTask withId(String id, String title) {
    return new NewTask(null, id, title);
  }

  /** What is to be done, at length. */
  public NewTask description(String description) {
    this.description = description;
    return this;
  }

  /** It stands for its children, which are slung in its place. */
  public NewTask epic() {
    this.type = "epic";
    return this;
  }

  /** The epic it is part of. */
  public NewTask parent(String parent) {
    this.parent = parent;
    return this;
  }

  /** Words to find it by. */
  public NewTask labels(String... labels) {
    this.labels.addAll(List.of(labels));
    return this;
  }

  /** What has to be closed first. */
  public NewTask dependsOn(String... tasks) {
    this.dependsOn.addAll(List.of(tasks));
    return this;
  }

  /** Its project; null: by its id. */
  public @Nullable String project() {
    return project;
  }

  /** Its id; null: the server's choice. */
  public @Nullable String id() {
    return id;
  }

  /** One line. */
  public String title() {
    return title;
  }

  /** The rest. */
  public String description() {
    return description;
  }

  /** {@code task} or {@code epic}. */
  public String type() {
    return type;
  }

  /** The epic it is part of; null: none. */
  public @Nullable String parent() {
    return parent;
  }

  /** Words to find it by. */
  public List<String> labels() {
    return List.copyOf(labels);
  }

  /** What has to be closed first. */
  public List<String> dependsOn() {
    return List.copyOf(dependsOn);
  }
}
