package dev.pulse.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How a command answers: for people, or as JSON for programs (C3). */
final class Output {
  private static final JsonFactory JSON = new JsonFactory();

  @Option(names = "--json", description = "Answer in JSON.")
  private boolean json;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec command;

  /** Writes an answer as JSON. */
  interface Document {
    void write(JsonGenerator json) throws IOException;
  }

  /** Answers in the form that was asked for. */
  void answer(Document document, Consumer<Screen> people) {
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      out.println(text(document));
    } else {
      Surroundings around = PulseCommand.around(command);
      people.accept(new Screen(out, around.terminal(), around.clock().instant()));
    }
    out.flush();
  }

  /** One line of an answer that is JSON, or some other form for programs, in any case. */
  void raw(String line) {
    command.commandLine().getOut().println(line);
    command.commandLine().getOut().flush();
  }

  /** Shows people something in place of what they saw, as far as it fits; until Ctrl-C. */
  void redraw(Consumer<Screen> people) {
    var text = new StringWriter();
    Terminal terminal = around().terminal();
    people.accept(new Screen(new PrintWriter(text), terminal, around().clock().instant()));
    PrintWriter out = command.commandLine().getOut();
    out.print("\u001b[H\u001b[J");
    text.toString().lines().limit(terminal.size().get().rows() - 1L).forEach(out::println);
    out.flush();
  }

  /** Whether somebody is there to watch. */
  boolean isWatched() {
    return !json && around().terminal().present();
  }

  boolean isJson() {
    return json;
  }

  /** Says something that is not the answer, on stderr. */
  void remark(String message) {
    Complaint.say(command.commandLine(), message);
  }

  /** Says something about an answer for people, who see it beside the answer; programs do not. */
  void hint(String message) {
    if (!json) {
      command.commandLine().getErr().println(message);
      command.commandLine().getErr().flush();
    }
  }

  /** Shows how far it has come, on a line that the next call replaces; only a person sees it. */
  void progress(String text) {
    if (isWatched()) {
      int fits = Math.max(1, around().terminal().size().get().columns() - 1);
      String line = text.length() <= fits ? text : text.substring(0, fits - 1) + "…";
      command.commandLine().getErr().print("\r\u001b[K" + line);
      command.commandLine().getErr().flush();
    }
  }

  Surroundings around() {
    return PulseCommand.around(command);
  }

  private static String text(Document document) {
    var text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      document.write(generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
