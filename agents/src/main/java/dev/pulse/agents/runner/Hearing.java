package dev.pulse.agents.runner;

/**
 * Hears what a process says on its two streams. Each is heard on a thread of its own, and what it
 * says is never kept waiting for long.
 */
interface Hearing {
  /** Bytes of the standard output. */
  void out(byte[] bytes, int length);

  /** Bytes of the standard error. */
  void err(byte[] bytes, int length);

  /** Nothing more will be said. */
  default void end() {}

  /** Bytes of a stream. */
  interface Ear {
    void hear(byte[] bytes, int length);
  }

  /** Hears both streams as one. */
  static Hearing ofBoth(Ear ear) {
    return new Hearing() {
      @Override
      public void out(byte[] bytes, int length) {
        ear.hear(bytes, length);
      }

      @Override
      public void err(byte[] bytes, int length) {
        ear.hear(bytes, length);
      }
    };
  }
}
