package dev.pulse.agents.runner;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Plays the models' services on this machine: Anthropic's messages, OpenAI's responses and chat
 * completions, Google's generated content. What it answers is said by the test.
 */
final class PlayedModel implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An answer of a service. */
  sealed interface Answer {
    /** In words. */
    record Text(String words) implements Answer {}

    /** With the wish to use a tool (Anthropic's only). */
    record Tool(String name, Map<String, ?> input) implements Answer {}

    /** With an error, in the service's own shape. */
    record Refusal(int status, Map<String, ?> body) implements Answer {}

    /** Not at all. */
    record Silence() implements Answer {}
  }

  final List<JsonNode> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpServer server;
  private volatile Function<JsonNode, Answer> script = _ -> new Answer.Text("Hello.");

  PlayedModel() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::serve);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void answers(Answer answer) {
    script = _ -> answer;
  }

  void answers(Function<JsonNode, Answer> answers) {
    script = answers;
  }

  private void serve(HttpExchange call) throws IOException {
    try (call) {
      byte[] body = call.getRequestBody().readAllBytes();
      String path = call.getRequestURI().getPath();
      if (!call.getRequestMethod().equals("POST") || path.endsWith("count_tokens")) {
        send(call, 404, "application/json", "{}");
        return;
      }
      JsonNode question = JSON.readTree(body);
      asked.add(question);
      switch (script.apply(question)) {
        case Answer.Silence _ -> closed.await();
        case Answer.Refusal(int status, Map<String, ?> error) ->
            send(call, status, "application/json", json(error));
        case Answer.Text(String words) -> text(call, path, question, words);
        case Answer.Tool(String name, Map<String, ?> input) ->
            send(call, 200, "text/event-stream", Anthropic.tool(name, json(input)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void text(HttpExchange call, String path, JsonNode question, String words)
      throws IOException {
    if (path.endsWith("/messages")) {
      boolean streamed = question.path("stream").asBoolean();
      String kind = streamed ? "text/event-stream" : "application/json";
      send(call, 200, kind, streamed ? Anthropic.text(words) : Anthropic.whole(words));
    } else if (path.endsWith("/responses")) {
      send(call, 200, "text/event-stream", openAi(words));
    } else if (path.endsWith("/chat/completions")) {
      send(call, 200, "text/event-stream", completions(words));
    } else {
      send(call, 200, "text/event-stream", "data: " + google(words) + "\r\n\r\n");
    }
  }

  private static void send(HttpExchange call, int status, String kind, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    call.getResponseHeaders().add("content-type", kind);
    call.sendResponseHeaders(status, bytes.length);
    call.getResponseBody().write(bytes);
  }

  /** Server-sent events of the Messages API: 100 tokens in, 20 out. */
  private static final class Anthropic {
    static String text(String words) {
      return around(
          Map.of("type", "text", "text", ""),
          Map.of("type", "text_delta", "text", words),
          "end_turn");
    }

    static String tool(String name, String input) {
      return around(
          Map.of("type", "tool_use", "id", id("toolu_"), "name", name, "input", Map.of()),
          Map.of("type", "input_json_delta", "partial_json", input),
          "tool_use");
    }

    static String whole(String words) {
      return json(
          Map.of(
              "id", id("msg_"),
              "type", "message",
              "role", "assistant",
              "model", "played",
              "content", List.of(Map.of("type", "text", "text", words)),
              "stop_reason", "end_turn",
              "usage", Map.of("input_tokens", 100, "output_tokens", 20)));
    }

    private static String around(Map<String, ?> block, Map<String, ?> delta, String reason) {
      Map<String, ?> message =
          Map.of(
              "id",
              id("msg_"),
              "type",
              "message",
              "role",
              "assistant",
              "model",
              "played",
              "content",
              List.of(),
              "usage",
              Map.of("input_tokens", 100, "output_tokens", 1));
      return event("message_start", Map.of("message", message))
          + event("content_block_start", Map.of("index", 0, "content_block", block))
          + event("content_block_delta", Map.of("index", 0, "delta", delta))
          + event("content_block_stop", Map.of("index", 0))
          + event(
              "message_delta",
              Map.of("delta", Map.of("stop_reason", reason), "usage", Map.of("output_tokens", 20)))
          + event("message_stop", Map.of());
    }
  }

  /** A command line takes two messages of one id for the same. */
  private static String id(String prefix) {
    return prefix + UUID.randomUUID();
  }

  private static String openAi(String words) {
    Map<String, ?> part = Map.of("type", "output_text", "text", words);
    Map<String, ?> item =
        Map.of("type", "message", "role", "assistant", "id", "m1", "content", List.of(part));
    Map<String, ?> usage =
        Map.of(
            "input_tokens", 100,
            "input_tokens_details", Map.of("cached_tokens", 0),
            "output_tokens", 20,
            "output_tokens_details", Map.of("reasoning_tokens", 0),
            "total_tokens", 120);
    return event("response.created", Map.of("response", Map.of("id", "r1")))
        + event("response.output_item.done", Map.of("output_index", 0, "item", item))
        + event("response.completed", Map.of("response", Map.of("id", "r1", "usage", usage)));
  }

  private static String completions(String words) {
    Map<String, ?> said =
        Map.of("index", 0, "delta", Map.of("role", "assistant", "content", words));
    Map<String, ?> stop = Map.of("index", 0, "delta", Map.of(), "finish_reason", "stop");
    Map<String, ?> usage =
        Map.of("prompt_tokens", 100, "completion_tokens", 20, "total_tokens", 120);
    return chunk(Map.of("choices", List.of(said)))
        + chunk(Map.of("choices", List.of(stop)))
        + chunk(Map.of("choices", List.of(), "usage", usage))
        + "data: [DONE]\n\n";
  }

  private static String google(String words) {
    Map<String, ?> content = Map.of("role", "model", "parts", List.of(Map.of("text", words)));
    return json(
        Map.of(
            "candidates", List.of(Map.of("content", content, "finishReason", "STOP", "index", 0)),
            "usageMetadata",
                Map.of(
                    "promptTokenCount", 100, "candidatesTokenCount", 20, "totalTokenCount", 120)));
  }

  private static String chunk(Map<String, ?> more) {
    var whole = new java.util.HashMap<String, Object>(more);
    whole.putAll(Map.of("id", "c1", "object", "chat.completion.chunk", "created", 1, "model", "m"));
    return "data: " + json(whole) + "\n\n";
  }

  private static String event(String type, Map<String, ?> more) {
    var whole = new java.util.HashMap<String, Object>(more);
    whole.put("type", type);
    return "event: " + type + "\ndata: " + json(whole) + "\n\n";
  }

  private static String json(Map<String, ?> value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
