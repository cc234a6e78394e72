package dev.pulse;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings by name, kept in the database: a change holds for every server at once. */
public interface Config {
  /** All settings. */
  List<Setting> list();

  /** The value of a setting, its default where nobody has set it. */
  String get(String name);

  /** Sets it. Refused when there is no such setting, or it does not take that value. */
  Setting set(String name, String value);

  /**
   * A setting as it stands.
   *
   * @param name its name
   * @param value its value
   * @param defaultValue what it is when nobody has set it
   * @param description what it is for
   * @param updatedAt when it was set; null: never
   * @param updatedBy by whom
   */
  record Setting(
      String name,
      String value,
      String defaultValue,
      String description,
      @Nullable Instant updatedAt,
      @Nullable String updatedBy) {}
}
