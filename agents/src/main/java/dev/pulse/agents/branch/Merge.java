package dev.pulse.agents.branch;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of a branch whose work is done. */
public enum Merge {
  /** It goes into its base at once. */
  DIRECT,

  /** It is pushed, for others to look at and merge. */
  MR,

  /** It stays where it is, for whoever slung it. */
  LOCAL,

  /** It stays where it is: no merge was wanted. */
  NONE;

  /** By its word in a job's args. */
  public static Optional<Merge> of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  /** As it stands in a job's args. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
