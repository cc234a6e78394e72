package dev.pulse.server.postgres;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a {@link Line} introduces itself; what it cannot do, the driver can. */
final class Handshake {
  private static final int PROTOCOL = 3 << 16;

  private final Destination to;
  private final Map<String, String> settings;
  private @Nullable ScramClient scram;

  /**
   * @param settings what is set for the session from its beginning
   */
  Handshake(Destination to, Map<String, String> settings) {
    this.to = to;
    this.settings = settings;
  }

  ByteBuf hello(ByteBufAllocator memory) {
    ByteBuf out = memory.buffer();
    out.writeInt(0).writeInt(PROTOCOL);
    setting(out, "user", to.user());
    setting(out, "database", to.database());
    setting(out, "client_encoding", "UTF8");
    setting(out, "application_name", "pulse");
    settings.forEach((name, value) -> setting(out, name, value));
    out.writeByte(0);
    Spoken.end(out, 0);
    return out;
  }

  private static void setting(ByteBuf out, String name, String value) {
    Spoken.word(out, name);
    Spoken.word(out, value);
  }

  /** What to answer when asked who we are; null: nothing. */
  @Nullable ByteBuf reply(ByteBuf said, ByteBufAllocator memory) throws SQLException {
    try {
      return switch (said.readInt()) {
        case 0 -> null;
        case 3 -> password(memory, to.password());
        case 5 -> password(memory, hashed(said));
        case 10 -> first(said, memory);
        case 11 -> last(said, memory);
        case 12 -> verified(said);
        default -> throw new SQLException("asked for a way to sign in that a line does not know");
      };
    } catch (ScramException e) {
      throw new SQLException("cannot sign in: " + e.getMessage(), e);
    }
  }

  private static ByteBuf password(ByteBufAllocator memory, String word) {
    ByteBuf out = memory.buffer();
    int at = Spoken.begin(out, 'p');
    Spoken.word(out, word);
    Spoken.end(out, at);
    return out;
  }

  private String hashed(ByteBuf said) throws SQLException {
    byte[] salt = new byte[4];
    said.readBytes(salt);
    String inner = hash((to.password() + to.user()).getBytes(UTF_8), new byte[0]);
    return "md5" + hash(inner.getBytes(US_ASCII), salt);
  }

  private static String hash(byte[] one, byte[] other) throws SQLException {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(one);
      return HexFormat.of().formatHex(digest.digest(other));
    } catch (NoSuchAlgorithmException e) {
      throw new SQLException(e);
    }
  }

  private ByteBuf first(ByteBuf said, ByteBufAllocator memory) {
    List<String> mechanisms = new ArrayList<>();
    for (String each = Spoken.word(said); !each.isEmpty(); each = Spoken.word(said)) {
      mechanisms.add(each);
    }
    ScramClient client =
        ScramClient.builder()
            .advertisedMechanisms(mechanisms)
            .username("*") // Postgres takes the one it was told first
            .password(to.password().toCharArray())
            .build();
    scram = client;
    byte[] text = client.clientFirstMessage().toString().getBytes(UTF_8);
    ByteBuf out = memory.buffer();
    int at = Spoken.begin(out, 'p');
    Spoken.word(out, client.getScramMechanism().getName());
    out.writeInt(text.length).writeBytes(text);
    Spoken.end(out, at);
    return out;
  }

  private ByteBuf last(ByteBuf said, ByteBufAllocator memory) throws ScramException {
    ScramClient client = Objects.requireNonNull(scram);
    client.serverFirstMessage(said.toString(UTF_8));
    ByteBuf out = memory.buffer();
    int at = Spoken.begin(out, 'p');
    out.writeCharSequence(client.clientFinalMessage().toString(), UTF_8);
    Spoken.end(out, at);
    return out;
  }

  private @Nullable ByteBuf verified(ByteBuf said) throws ScramException {
    Objects.requireNonNull(scram).serverFinalMessage(said.toString(UTF_8));
    return null;
  }
}
