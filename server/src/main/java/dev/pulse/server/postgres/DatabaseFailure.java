package dev.pulse.server.postgres;

import java.sql.SQLException;

/** The database refused or could not be asked; whether it did the work is then unknown. */
public final class DatabaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String state;

  DatabaseFailure(SQLException cause) {
    super(cause.getMessage(), cause);
    this.state = cause.getSQLState() == null ? "" : cause.getSQLState();
  }

  /** A unique key stood in the way. */
  public boolean isDuplicate() {
    return state.equals("23505");
  }

  /** The values were refused, so trying again with them is of no use. */
  public boolean isOfTheInput() {
    return isOfTheInput(state);
  }

  static boolean isOfTheInput(String state) {
    return state.startsWith("22") || state.startsWith("23");
  }
}
