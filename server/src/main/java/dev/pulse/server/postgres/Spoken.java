package dev.pulse.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link Line} says and hears, message by message (protocol 3.0). */
final class Spoken {
  private static final int TEXT = 0;
  private static final int BINARY = 1;

  private Spoken() {}

  /** Under that name from now on; the types follow from the casts in the statement. */
  static void prepare(ByteBuf out, String name, String text) {
    int parse = begin(out, 'P');
    word(out, name);
    word(out, text);
    out.writeShort(0);
    end(out, parse);
    int describe = begin(out, 'D');
    out.writeByte('S');
    word(out, name);
    end(out, describe);
  }

  /** Wants numbers as they are. */
  static void execute(ByteBuf out, String name, @Nullable Object[] values) {
    int bind = begin(out, 'B');
    word(out, "");
    word(out, name);
    out.writeShort(values.length);
    for (Object value : values) {
      out.writeShort(Values.isBinary(value) ? BINARY : TEXT);
    }
    out.writeShort(values.length);
    for (Object value : values) {
      Values.write(out, value);
    }
    out.writeShort(1).writeShort(BINARY); // all that is answered
    end(out, bind);
    int execute = begin(out, 'E');
    word(out, "");
    out.writeInt(0);
    end(out, execute);
  }

  static List<String> columns(ByteBuf said) {
    int count = said.readShort();
    var columns = new ArrayList<String>(count);
    for (int each = 0; each < count; each++) {
      columns.add(word(said));
      said.skipBytes(18); // of what table and type it is, which the statement knows
    }
    return columns;
  }

  static SQLException failure(ByteBuf said) {
    String state = "";
    String message = "";
    for (int field = said.readByte(); field != 0; field = said.readByte()) {
      String text = word(said);
      if (field == 'C') {
        state = text;
      } else if (field == 'M') {
        message = text;
      }
    }
    return new SQLException(message, state);
  }

  static int begin(ByteBuf out, char kind) {
    out.writeByte(kind);
    out.writeInt(0);
    return out.writerIndex() - 4;
  }

  static void end(ByteBuf out, int at) {
    out.setInt(at, out.writerIndex() - at);
  }

  static void word(ByteBuf out, String word) {
    out.writeCharSequence(word, UTF_8);
    out.writeByte(0);
  }

  static String word(ByteBuf said) {
    int length = said.bytesBefore((byte) 0);
    String word = said.readCharSequence(length, UTF_8).toString();
    said.skipBytes(1);
    return word;
  }
}
