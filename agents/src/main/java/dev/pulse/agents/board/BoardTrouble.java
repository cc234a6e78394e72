package dev.pulse.agents.board;

/** A board that cannot be read or written; the message is for people. */
public final class BoardTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BoardTrouble(String message) {
    super(message);
  }
}
