package dev.pulse.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What is said over one connection of a {@link Line}, from the hello to the end. Only what was
 * wrong with the values leaves it open: after anything else a new connection is the surer way.
 */
final class Conversation extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int LONGEST_ANSWER = 16 << 20;
  private static final String BROKEN = "08006";

  /** One inquiry and what it was answered so far. */
  private record Pending<T>(Inquiry<T> inquiry, List<T> read, CompletableFuture<List<T>> answer) {
    void read(ByteBuf row, List<String> columns) throws SQLException {
      read.add(inquiry.reader().read(new LineRow(row, columns)));
    }

    void done(@Nullable SQLException failure) {
      if (failure == null) {
        answer.complete(read);
      } else {
        answer.completeExceptionally(new DatabaseFailure(failure));
      }
    }
  }

  /** A statement that Postgres knows by that name, or is being told. */
  private static final class Prepared {
    final String name;
    List<String> columns = List.of();

    Prepared(String name) {
      this.name = name;
    }
  }

  private final Handshake handshake;
  private final Runnable opened;
  private final Map<Sql, Prepared> prepared = new HashMap<>();
  private @Nullable ChannelHandlerContext context;
  private @Nullable Pending<?> pending;
  private @Nullable Prepared asked;
  private @Nullable SQLException failure;
  private boolean open;

  Conversation(Destination destination, Runnable opened) {
    this.handshake = new Handshake(destination, Database.SESSION);
    this.opened = opened;
  }

  boolean isOpen() {
    return open;
  }

  /** Why it ended. */
  SQLException failure() {
    return failure == null ? new SQLException("the connection broke", BROKEN) : failure;
  }

  <T> CompletableFuture<List<T>> ask(Inquiry<T> inquiry) {
    if (pending != null || context == null) {
      throw new IllegalStateException("one inquiry at a time");
    }
    var next = new Pending<>(inquiry, new ArrayList<>(1), new CompletableFuture<List<T>>());
    pending = next;
    failure = null;
    ByteBuf out = context.alloc().directBuffer();
    Prepared known = prepared.get(inquiry.sql());
    if (known == null) {
      known = new Prepared("pulse_" + prepared.size());
      Spoken.prepare(out, known.name, inquiry.sql().numbered());
    }
    asked = known;
    Spoken.execute(out, known.name, inquiry.values());
    var _ = context.writeAndFlush(out, context.voidPromise());
    return next.answer();
  }

  /** Says good-bye. */
  void end() {
    if (context != null) {
      ByteBuf out = context.alloc().buffer();
      Spoken.end(out, Spoken.begin(out, 'X'));
      context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    this.context = context;
    var frames = new LengthFieldBasedFrameDecoder(LONGEST_ANSWER, 1, Integer.BYTES, -4, 0);
    context.pipeline().addBefore(context.name(), null, frames);
    if (context.channel().isActive()) {
      channelActive(context);
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    var _ = context.writeAndFlush(handshake.hello(context.alloc()));
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf said) throws SQLException {
    int kind = said.readByte();
    said.skipBytes(Integer.BYTES);
    switch (kind) {
      case 'R' -> {
        ByteBuf reply = handshake.reply(said, context.alloc());
        if (reply != null) {
          var _ = context.writeAndFlush(reply);
        }
      }
      case '1' -> known();
      case 'T' -> columns(said);
      case 'D' -> row(said);
      case 'E' -> failure = Spoken.failure(said);
      case 'Z' -> ready(context);
      default -> {} // nothing that we need to know
    }
  }

  private void known() {
    if (pending != null && asked != null) {
      prepared.put(pending.inquiry().sql(), asked);
    }
  }

  private void columns(ByteBuf said) {
    if (asked != null) {
      asked.columns = Spoken.columns(said);
    }
  }

  private void row(ByteBuf said) throws SQLException {
    if (pending != null && asked != null) {
      pending.read(said, asked.columns);
    }
  }

  private void ready(ChannelHandlerContext context) {
    if (!open) {
      open = true;
      opened.run();
      return;
    }
    SQLException failed = failure;
    if (failed != null && !DatabaseFailure.isOfTheInput(failed.getSQLState())) {
      open = false;
      var _ = context.close();
    }
    answer(failed);
  }

  private void answer(@Nullable SQLException failed) {
    Pending<?> answered = pending;
    pending = null;
    if (answered != null) {
      answered.done(failed);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    failure = new SQLException(thrown.getMessage(), BROKEN, thrown);
    var _ = context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    open = false;
    answer(failure());
  }
}
