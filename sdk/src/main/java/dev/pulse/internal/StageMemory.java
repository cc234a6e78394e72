package dev.pulse.internal;

import dev.pulse.Json;
import dev.pulse.Memory;
import dev.pulse.internal.RunContext.Remembered;
import dev.pulse.internal.RunContext.Slot;
import dev.pulse.v1.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One of the two memories of a stage: what was there, and what is to be kept with the outcome. */
final class StageMemory implements Memory {
  private static final String NULL = "null"; // what was forgotten stands so

  private final boolean shared;
  private final Map<Slot, Remembered> known;
  private final Codec codec;
  private final Map<String, Json> writes = new LinkedHashMap<>();

  StageMemory(boolean shared, Map<Slot, Remembered> known, Codec codec) {
    this.shared = shared;
    this.known = known;
    this.codec = codec;
  }

  @Override
  public synchronized <V> Optional<V> get(Key<V> key) {
    Json value = value(key.name());
    return value == null || value.text().equals(NULL)
        ? Optional.empty()
        : Optional.of(codec.read(value, key.type()));
  }

  @Override
  public synchronized <V> void put(Key<V> key, V value) {
    writes.put(key.name(), Json.of(codec.write(value)));
  }

  @Override
  public synchronized void remove(Key<?> key) {
    writes.put(key.name(), Json.of(NULL));
  }

  private @Nullable Json value(String key) {
    Json written = writes.get(key);
    if (written != null) {
      return written;
    }
    Remembered before = known.get(new Slot(shared, key));
    return before == null ? null : before.value();
  }

  synchronized void addTo(Report.Stage.Builder stage) {
    writes.forEach(
        (key, value) -> {
          Remembered before = known.get(new Slot(shared, key));
          stage.addWrites(
              Report.Write.newBuilder()
                  .setShared(shared)
                  .setKey(key)
                  .setExpected(before == null ? 0 : before.revision())
                  .setValue(value.text()));
        });
  }
}
