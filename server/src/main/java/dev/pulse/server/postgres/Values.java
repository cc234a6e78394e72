package dev.pulse.server.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How values are told to Postgres over a {@link Line}: arrays in binary, because they are long;
 * anything else as text, which is of the type that the statement casts it to.
 */
final class Values {
  private static final int INT8 = 20;
  private static final int INT2 = 21;
  private static final int INT4 = 23;
  private static final int TEXT = 25;
  private static final int UUID = 2950;
  private static final int NULL = -1;

  private Values() {}

  static boolean isBinary(@Nullable Object value) {
    return value != null && value.getClass().isArray();
  }

  /** With its length before it. */
  static void write(ByteBuf out, @Nullable Object value) {
    if (value == null) {
      out.writeInt(NULL);
      return;
    }
    int at = out.writerIndex();
    out.writeInt(0);
    if (isBinary(value)) {
      writeArray(out, value);
    } else {
      out.writeCharSequence(value.toString(), UTF_8);
    }
    out.setInt(at, out.writerIndex() - at - Integer.BYTES);
  }

  private static void writeArray(ByteBuf out, Object array) {
    switch (array) {
      case short[] numbers -> {
        begin(out, INT2, numbers.length);
        for (short number : numbers) {
          out.writeInt(Short.BYTES).writeShort(number);
        }
      }
      case int[] numbers -> {
        begin(out, INT4, numbers.length);
        for (int number : numbers) {
          out.writeInt(Integer.BYTES).writeInt(number);
        }
      }
      case long[] numbers -> {
        begin(out, INT8, numbers.length);
        for (long number : numbers) {
          out.writeInt(Long.BYTES).writeLong(number);
        }
      }
      case Object[] elements -> {
        begin(out, type(elements), elements.length);
        for (Object element : elements) {
          writeElement(out, element);
        }
      }
      default -> throw new IllegalArgumentException("a line carries no " + array.getClass());
    }
  }

  private static int type(Object[] elements) {
    return switch (elements) {
      case String[] _ -> TEXT;
      case UUID[] _ -> UUID;
      case Long[] _ -> INT8;
      default -> throw new IllegalArgumentException("a line carries no " + elements.getClass());
    };
  }

  private static void writeElement(ByteBuf out, @Nullable Object element) {
    switch (element) {
      case null -> out.writeInt(NULL);
      case Long number -> out.writeInt(Long.BYTES).writeLong(number);
      case UUID id ->
          out.writeInt(2 * Long.BYTES)
              .writeLong(id.getMostSignificantBits())
              .writeLong(id.getLeastSignificantBits());
      default -> write(out, element);
    }
  }

  /** One dimension, counted from 1, in which something may be null. */
  private static void begin(ByteBuf out, int type, int length) {
    out.writeInt(1).writeInt(1).writeInt(type).writeInt(length).writeInt(1);
  }
}
