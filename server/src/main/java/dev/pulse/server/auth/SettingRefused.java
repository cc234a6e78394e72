package dev.pulse.server.auth;

/** A setting with which the server does not start; the message is one line for its operator. */
public final class SettingRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SettingRefused(String message) {
    super(message);
  }

  SettingRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
