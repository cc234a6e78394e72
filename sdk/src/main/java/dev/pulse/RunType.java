package dev.pulse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A kind of run: its stages in order, and what runs them. A worker takes it by {@link
 * WorkerBuilder#run}; {@link Runs#start} starts one.
 *
 * @param <T> what a run is started with, which every stage is given
 */
public final class RunType<T> {
  private final String name;
  private final Class<T> input;
  private final List<StageDef<T>> stages;

  private RunType(String name, Class<T> input, List<StageDef<T>> stages) {
    this.name = name;
    this.input = input;
    this.stages = List.copyOf(stages);
  }

  /** A kind of run being put together. */
  public static <T> Builder<T> of(String name, Class<T> input) {
    return new Builder<>(name, input);
  }

  /** What its runs are called. */
  public String name() {
    return name;
  }

  /** What its runs are started with. */
  public Class<T> input() {
    return input;
  }

  /** Its stages, in order. */
  public List<StageDef<T>> stages() {
    return stages;
  }

  /** The name of the jobs of a stage. */
  public String job(StageDef<T> stage) {
    return name + "." + stage.name();
  }

  /**
   * One stage.
   *
   * @param name unique in its type
   * @param after the stages before it; null: the one above it
   * @param options how its jobs are submitted
   * @param handler what runs it
   */
  public record StageDef<T>(
      String name,
      @Nullable List<String> after,
      Consumer<JobOptions> options,
      Stage.Handler<T> handler) {}

  /**
   * Puts a kind of run together.
   *
   * @param <T> what a run is started with
   */
  public static final class Builder<T> {
    private final String name;
    private final Class<T> input;
    private final List<StageDef<T>> stages = new ArrayList<>();

    private Builder(String name, Class<T> input) {
      this.name = name;
      this.input = input;
    }

    /** A stage after the one above it. */
    public Builder<T> stage(String stage, Stage.Handler<T> handler) {
      return add(stage, null, options -> {}, handler);
    }

    /** A stage after these, side by side with others that are; after none, at the start. */
    public Builder<T> stage(String stage, Stage.Handler<T> handler, String... after) {
      return add(stage, Arrays.asList(after), options -> {}, handler);
    }

    /** A stage after the one above it, whose jobs are submitted in a way of their own. */
    public Builder<T> stage(String stage, Consumer<JobOptions> options, Stage.Handler<T> handler) {
      return add(stage, null, options, handler);
    }

    private Builder<T> add(
        String stage,
        @Nullable List<String> after,
        Consumer<JobOptions> options,
        Stage.Handler<T> handler) {
      if (stages.stream().anyMatch(known -> known.name().equals(stage))) {
        throw new IllegalArgumentException("there are two stages " + stage);
      }
      stages.add(new StageDef<>(stage, after, options, handler));
      return this;
    }

    /** The kind of run. */
    public RunType<T> build() {
      if (stages.isEmpty()) {
        throw new IllegalStateException("a run without stages is over before it begins");
      }
      return new RunType<>(name, input, stages);
    }
  }
}
