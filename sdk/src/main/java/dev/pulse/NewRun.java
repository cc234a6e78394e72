package dev.pulse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run of any jobs and waits, being put together. */
public final class NewRun {
  private final String name;
  private final List<Node> nodes = new ArrayList<>();
  private @Nullable UUID id;
  private boolean chain;

  private NewRun(String name) {
    this.name = name;
  }

  /** A run of that name, without nodes so far. */
  public static NewRun of(String name) {
    return new NewRun(name);
  }

  /**
   * A node.
   *
   * @param id unique in the run
   * @param after the nodes before it; null: not said
   * @param job its job; null: it is a wait
   * @param signal what a wait waits for
   * @param expiresIn for how long; null: for ever
   * @param question for whoever is to answer
   */
  public record Node(
      String id,
      @Nullable List<String> after,
      @Nullable JobRequest job,
      @Nullable String signal,
      @Nullable Duration expiresIn,
      @Nullable String question) {}

  /** An id of the caller's choice: starting it again is a no-op. */
  public NewRun id(UUID id) {
    this.id = id;
    return this;
  }

  /** Nodes that do not say after which they come, come after the one before them. */
  public NewRun chain() {
    chain = true;
    return this;
  }

  /** A node that runs a job, after these nodes. Its job has no id, unique key or time. */
  public NewRun job(String node, JobRequest job, String... after) {
    return node(new Node(node, said(after), job, null, null, null));
  }

  /** A node that waits for a signal, for ever. */
  public NewRun await(String node, String signal, String... after) {
    return node(new Node(node, said(after), null, signal, null, null));
  }

  /** A node that waits for a signal, for a time. */
  public NewRun await(String node, String signal, Duration expiresIn, String... after) {
    return node(new Node(node, said(after), null, signal, expiresIn, null));
  }

  /** Any node. */
  public NewRun node(Node node) {
    nodes.add(node);
    return this;
  }

  private static @Nullable List<String> said(String... after) {
    return after.length == 0 ? null : List.of(after);
  }

  /** What it is called. */
  public String name() {
    return name;
  }

  /** The caller's id; null: none. */
  public @Nullable UUID id() {
    return id;
  }

  /** Whether nodes follow each other. */
  public boolean isChain() {
    return chain;
  }

  /** The nodes so far. */
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }
}
