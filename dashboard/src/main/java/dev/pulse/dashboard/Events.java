package dev.pulse.dashboard;

/** What tabs are told, as server-sent events. */
final class Events {
  /**
   * Something that was drawn.
   *
   * @param revision tells it from what was drawn before
   * @param event how tabs are told
   */
  record Drawn(String revision, String event) {}

  private Events() {}

  static Drawn page(String html) {
    String revision = Digest.of(html);
    return new Drawn(revision, event("page", revision, html));
  }

  static Drawn trouble(String message) {
    String revision = Digest.of("trouble " + message);
    return new Drawn(revision, event("trouble", revision, message));
  }

  private static String event(String type, String id, String text) {
    var event = new StringBuilder(text.length() + 256);
    event.append("event: ").append(type).append("\nid: ").append(id).append('\n');
    text.lines().forEach(line -> event.append("data: ").append(line).append('\n'));
    return event.append('\n').toString();
  }
}
