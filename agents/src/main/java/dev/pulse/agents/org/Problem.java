package dev.pulse.agents.org;

/**
 * Something in a file that does not read as its author will have meant it.
 *
 * @param line where, from 1
 * @param text what is wrong with it
 */
public record Problem(int line, String text) {
  @Override
  public String toString() {
    return "line " + line + ": " + text;
  }
}
