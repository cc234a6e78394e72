package dev.pulse.server;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.SingleThreadEventLoop;

/**
 * All that an event loop has to say to one client in one turn goes out at its end, by one call of
 * the system: each job and each answer is a message of its own, and to send one costs more than to
 * make it. (Netty's own handler for this sends while tasks of the same turn still have more to
 * say.)
 */
final class OneFlush extends ChannelOutboundHandlerAdapter {
  private boolean isDue;

  /** What is more than is kept goes at once. */
  @Override
  public void flush(ChannelHandlerContext context) {
    if (!context.channel().isWritable()) {
      isDue = false;
      context.flush();
    } else if (!isDue) {
      isDue = true;
      ((SingleThreadEventLoop) context.channel().eventLoop())
          .executeAfterEventLoopIteration(() -> flushNow(context));
    }
  }

  private void flushNow(ChannelHandlerContext context) {
    if (isDue) {
      isDue = false;
      context.flush();
    }
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    flushNow(context);
    var _ = context.close(promise);
  }
}
