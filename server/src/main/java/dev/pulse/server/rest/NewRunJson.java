package dev.pulse.server.rest;

import dev.pulse.server.run.NewNode;
import dev.pulse.server.run.NewRun;
import dev.pulse.server.run.RunRefused;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A run as a client asks for it. */
final class NewRunJson {
  private static final String USUAL_NAME = "run";

  private final JsonBody body;
  private final @Nullable String trace;
  private final List<NewNode> nodes = new ArrayList<>();
  private @Nullable UUID id;
  private String name = USUAL_NAME;
  private boolean chain;

  private NewRunJson(JsonBody body, @Nullable String trace) {
    this.body = body;
    this.trace = trace;
  }

  static NewRun read(JsonBody body, @Nullable String trace) throws IOException {
    var run = new NewRunJson(body, trace);
    body.object("", run::take);
    return run.chain
        ? NewRun.chained(run.id, run.name, run.nodes)
        : new NewRun(run.id, run.name, run.nodes);
  }

  private boolean take(String field) throws IOException {
    switch (field) {
      case "id" -> id = body.isNull() ? null : Texts.id(field, body.text(field));
      case "name" -> name = body.text(field);
      case "chain" -> chain = body.flag(field);
      case "nodes" ->
          body.array(field, index -> nodes.add(new Node("nodes[" + index + "]").read()));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** One node; only at the end is it known whether it said what it is. */
  private final class Node {
    private final String where;
    private @Nullable String nodeId;
    private @Nullable List<String> after;
    private NewNode.@Nullable Work work;
    private @Nullable String signal;
    private @Nullable Duration expiresIn;
    private @Nullable String question;

    Node(String where) {
      this.where = where;
    }

    NewNode read() throws IOException {
      body.object(where, this::take);
      if (nodeId == null) {
        throw Refused.field(where + ".id", "is missing");
      }
      if (work == null) {
        throw Refused.field(where, "has neither a job nor a wait");
      }
      return refusing(() -> new NewNode(String.valueOf(nodeId), after, work()));
    }

    private NewNode.Work work() {
      if (work == null) {
        throw new IllegalStateException("a node without work");
      }
      return work;
    }

    private boolean take(String field) throws IOException {
      switch (field) {
        case "id" -> nodeId = body.text(where + ".id");
        case "after" -> after = body.isNull() ? null : texts(where + ".after");
        case "job" -> {
          var job = NewJobJson.read(body, where + ".job", trace);
          only(refusing(() -> new NewNode.RunJob(job)));
        }
        case "wait" -> {
          body.object(where + ".wait", this::takeWait);
          String named = signal;
          if (named == null) {
            throw Refused.field(where + ".wait.signal", "is missing");
          }
          only(refusing(() -> new NewNode.Await(named, expiresIn, question)));
        }
        default -> {
          return false;
        }
      }
      return true;
    }

    private boolean takeWait(String field) throws IOException {
      String at = where + ".wait." + field;
      switch (field) {
        case "signal" -> signal = body.text(at);
        case "expires_in" -> expiresIn = body.isNull() ? null : Texts.duration(at, body.text(at));
        case "question" -> question = body.isNull() ? null : body.text(at);
        default -> {
          return false;
        }
      }
      return true;
    }

    private void only(NewNode.Work found) {
      if (work != null) {
        throw Refused.field(where, "has both a job and a wait");
      }
      work = found;
    }

    private List<String> texts(String at) throws IOException {
      var texts = new ArrayList<String>();
      body.array(at, index -> texts.add(body.text(at + "[" + index + "]")));
      return texts;
    }

    private <T> T refusing(java.util.function.Supplier<T> making) {
      try {
        return making.get();
      } catch (RunRefused e) {
        throw Refused.field(where, String.valueOf(e.getMessage()));
      }
    }
  }
}
