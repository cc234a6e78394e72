package dev.pulse.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a job costs on its way to Postgres over a line, and its answer on the way back. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LineCodec {
  private static final int JOBS = 8;
  private static final String ARGS =
      "{\"customer\":123456789,\"template\":\"welcome-back\",\"locale\":\"de-CH\",\"tag\":\"spring\"}";
  private static final List<String> COLUMNS =
      List.of("nr", "lane", "seq", "worker", "submitted_us");

  private final Object[] alike = alike();
  private final Object[] lone = {ids()[0], ARGS, "noop", "default", 0, 5, null, null};
  private final ByteBuf statement = Unpooled.directBuffer(4096);
  private final ByteBuf row = row();

  private static Object[] alike() {
    var args = new String[JOBS];
    Arrays.fill(args, ARGS);
    return new Object[] {ids(), args, new long[JOBS], "noop", "default", 0, 5, null, null, 0L, 1L};
  }

  private static UUID[] ids() {
    var ids = new UUID[JOBS];
    Arrays.setAll(ids, at -> new UUID(0x01a1ded439a77000L, 0x90eae8aa630c2566L + at));
    return ids;
  }

  private static ByteBuf row() {
    ByteBuf row = Unpooled.directBuffer();
    row.writeShort(COLUMNS.size());
    for (int at = 0; at < COLUMNS.size(); at++) {
      row.writeInt(Long.BYTES).writeLong(at);
    }
    return row;
  }

  /** Eight that differ in their args only. */
  @Benchmark
  @OperationsPerInvocation(JOBS)
  public int alikeOut() {
    Spoken.execute(statement.clear(), "pulse_1", alike);
    return statement.writerIndex();
  }

  /** One that comes alone. */
  @Benchmark
  public int loneOut() {
    Spoken.execute(statement.clear(), "pulse_0", lone);
    return statement.writerIndex();
  }

  /** All that is read of a job that was lent. */
  @Benchmark
  public long lentIn() throws SQLException {
    var cells = new LineRow(row, COLUMNS);
    long sum = 0;
    for (String column : COLUMNS) {
      sum += cells.number(column);
    }
    return sum;
  }
}
