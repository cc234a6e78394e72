package dev.pulse.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What starts a class of these tests, or of what they test, in a JVM of its own. */
final class JavaCommand {
  private JavaCommand() {}

  static List<String> of(Class<?> main, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }
}
