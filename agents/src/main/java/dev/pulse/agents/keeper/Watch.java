package dev.pulse.agents.keeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Notices that files have changed, by looking: that works on every file system. */
final class Watch {
  private Map<Path, Stamp> seen = Map.of();

  /** What is different after an edit, be it in place or by another file moved there. */
  private record Stamp(@Nullable Object key, @Nullable FileTime modified, long size) {
    static final Stamp MISSING = new Stamp(null, null, -1);
  }

  /** Whether one of them is not as it was when it was last looked at. */
  boolean hasChanged(List<Path> files) {
    var now = new HashMap<Path, Stamp>();
    files.forEach(file -> now.put(file, stamp(file)));
    boolean changed = !now.equals(seen);
    seen = now;
    return changed;
  }

  private static Stamp stamp(Path file) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(attributes.fileKey(), attributes.lastModifiedTime(), attributes.size());
    } catch (IOException e) {
      return Stamp.MISSING;
    }
  }
}
