package dev.pulse.server.auth;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who may call, as {@code PULSE_AUTH_USERS="name:password,…"} says. Empty: everybody. */
public record Users(List<User> all) {
  public static final Users NONE = new Users(List.of());

  /** The setting that names them. */
  public static final String SETTING = "PULSE_AUTH_USERS";

  private static final Pattern BCRYPT =
      Pattern.compile("\\$2[abxy]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");
  private static final int CHEAPEST = 4;

  /** A dearer hash would keep a core busy for many seconds at every wrong password. */
  private static final int DEAREST = 16;

  /**
   * A name with its password, or with the bcrypt hash of it.
   *
   * @param speaksForOthers whether it may act in somebody else's name: for parts of this process
   *     that have asked who that is, never for a user of the setting
   */
  public record User(String name, String secret, boolean speaksForOthers) {
    public User(String name, String secret) {
      this(name, secret, false);
    }

    public User {
      if (name.isEmpty() || name.chars().anyMatch(Users::isUnfit)) {
        throw new SettingRefused(
            SETTING + ": a user name has at least one character and no spaces: '" + name + "'");
      }
      if (secret.isEmpty()) {
        throw new SettingRefused(SETTING + ": user " + name + " has an empty password");
      }
      if (secret.startsWith("$2")) {
        requireBcrypt(name, secret);
      }
    }

    boolean isHashed() {
      return secret.startsWith("$2");
    }

    /** Secrets stay out of logs. */
    @Override
    public String toString() {
      return name + ":***";
    }
  }

  public Users {
    all = List.copyOf(all);
    var names = new HashSet<String>();
    for (User user : all) {
      if (!names.add(user.name())) {
        throw new SettingRefused(SETTING + ": user " + user.name() + " is given twice");
      }
    }
  }

  /** Reads the setting; unset or blank means nobody is asked who they are. */
  public static Users parse(@Nullable String setting) {
    if (setting == null || setting.isBlank()) {
      return NONE;
    }
    var users = new ArrayList<User>();
    for (String entry : setting.strip().split(",", -1)) {
      int colon = entry.indexOf(':');
      if (colon < 0) {
        throw new SettingRefused(
            "%s: entry %d is not name:password".formatted(SETTING, users.size() + 1));
      }
      users.add(new User(entry.substring(0, colon), entry.substring(colon + 1)));
    }
    return new Users(users);
  }

  boolean speaksForOthers(String name) {
    return all.stream().anyMatch(user -> user.speaksForOthers() && user.name().equals(name));
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  private static boolean isUnfit(int character) {
    return Character.isWhitespace(character) || Character.isISOControl(character);
  }

  private static void requireBcrypt(String name, String hash) {
    Matcher matcher = BCRYPT.matcher(hash);
    if (!matcher.matches()) {
      throw new SettingRefused(
          SETTING + ": the password of " + name + " begins with $2 but is no bcrypt hash");
    }
    int cost = Integer.parseInt(matcher.group(1));
    if (cost < CHEAPEST || cost > DEAREST) {
      throw new SettingRefused(
          "%s: the bcrypt cost of %s is %d to %d, not %d"
              .formatted(SETTING, name, CHEAPEST, DEAREST, cost));
    }
  }
}
