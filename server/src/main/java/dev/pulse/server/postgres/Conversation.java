package dev.pulse.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  private record Pending<T>(
      Inquiry<T> inquiry, Prepared statement, List<T> read, CompletableFuture<List<T>> answer) {
    void read(ByteBuf row) throws SQLException {
      read.add(inquiry.reader().read(new LineRow(row, statement.columns)));
    }

    void done(@Nullable SQLException failure) {
      if (failure == null) {
        answer.complete(read);
      } else {
        answer.completeExceptionally(new DatabaseFailure(failure));
      }
    }
  }

  /** What was asked between two commits, in the order asked: all of it is done, or nothing. */
  private static final class Transaction {
    final List<Pending<?>> asked = new ArrayList<>(2);
    final CompletableFuture<Void> told = new CompletableFuture<>();
    private int answered;
    private @Nullable SQLException failure;

    Pending<?> answering() {
      return asked.get(answered);
    }

    void end(@Nullable SQLException broken) {
      SQLException failed = failure == null ? broken : failure;
      asked.forEach(each -> each.done(failed));
      told.complete(null);
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
  private final Deque<Transaction> underWay = new ArrayDeque<>();
  private Transaction begun = new Transaction();
  private int named;
  private @Nullable ChannelHandlerContext context;
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
    ByteBuf out = known().alloc().directBuffer();
    Prepared statement = prepared.get(inquiry.sql());
    if (statement == null) {
      statement = new Prepared("pulse_" + named++);
      Spoken.prepare(out, statement.name, inquiry.sql().numbered());
    }
    Spoken.execute(out, statement.name, inquiry.values());
    var next =
        new Pending<>(inquiry, statement, new ArrayList<>(1), new CompletableFuture<List<T>>());
    begun.asked.add(next);
    var _ = known().write(out, known().voidPromise());
    return next.answer();
  }

  CompletableFuture<Void> commit() {
    Transaction whole = begun;
    begun = new Transaction();
    if (!open) {
      whole.end(failure()); // it ended meanwhile
      return whole.told;
    }
    underWay.add(whole);
    ByteBuf out = known().alloc().directBuffer();
    Spoken.end(out, Spoken.begin(out, 'S'));
    var _ = known().writeAndFlush(out, known().voidPromise());
    return whole.told;
  }

  private ChannelHandlerContext known() {
    return Objects.requireNonNull(context, "there is a connection");
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
      case '1' -> prepared.put(answering().inquiry().sql(), answering().statement());
      case 'T' -> answering().statement().columns = Spoken.columns(said);
      case 'D' -> answering().read(said);
      case 'C' -> underWay.getFirst().answered++;
      case 'E' -> failed(Spoken.failure(said));
      case 'Z' -> ready(context);
      default -> {} // nothing that we need to know
    }
  }

  /** What is being answered: one after the other, in the order asked. */
  private Pending<?> answering() {
    return underWay.getFirst().answering();
  }

  private void failed(SQLException cause) {
    if (underWay.isEmpty()) {
      failure = cause;
    } else {
      underWay.getFirst().failure = cause;
    }
  }

  private void ready(ChannelHandlerContext context) {
    if (!open) {
      open = true;
      opened.run();
      return;
    }
    Transaction done = underWay.remove();
    SQLException cause = done.failure;
    if (cause != null && !DatabaseFailure.isOfTheInput(cause.getSQLState())) {
      open = false;
      failure = cause;
      var _ = context.close();
    }
    done.end(null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    failure = new SQLException(thrown.getMessage(), BROKEN, thrown);
    var _ = context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    open = false;
    if (failure == null && !underWay.isEmpty()) {
      failure = underWay.getFirst().failure; // the last that was said
    }
    underWay.add(begun);
    for (var lost = underWay.poll(); lost != null; lost = underWay.poll()) {
      lost.end(failure());
    }
  }
}
