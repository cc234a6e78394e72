package dev.pulse.cli;

import dev.pulse.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** JSON as an option names it: itself, {@code @file}, or {@code -} for stdin. */
record ArgsText(String given) {
  Json read(Surroundings around) {
    return read(around, "--args");
  }

  /** The same for another option, which its faults are blamed on. */
  Json read(Surroundings around, String option) {
    String text = text(around, option);
    JsonText.fault(text)
        .ifPresent(
            fault -> {
              throw Misuse.option(option, "it is not JSON: " + fault);
            });
    return Json.of(text.strip());
  }

  String text(Surroundings around, String option) {
    try {
      if (given.equals("-")) {
        return decoded(around.in().readAllBytes());
      }
      return given.startsWith("@")
          ? decoded(Files.readAllBytes(Path.of(given.substring(1))))
          : given;
    } catch (CharacterCodingException e) {
      throw Misuse.option(option, "it is not UTF-8");
    } catch (NoSuchFileException | InvalidPathException e) {
      throw Misuse.option(option, "there is no file " + given.substring(1));
    } catch (IOException e) {
      throw Misuse.option(option, "cannot read it: " + e.getMessage());
    }
  }

  private static String decoded(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
