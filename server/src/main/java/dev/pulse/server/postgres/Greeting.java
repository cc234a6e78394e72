package dev.pulse.server.postgres;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/**
 * Asks the database whether it encrypts, as the driver does first. If so, this connection is not
 * for a {@link Line}: nothing may go in the clear that went encrypted before.
 */
final class Greeting extends SimpleChannelInboundHandler<ByteBuf> {
  private static final int LENGTH = 8;
  private static final int DO_YOU_ENCRYPT = 80_877_103;

  private final Conversation conversation;
  private final Runnable encrypted;

  Greeting(Conversation conversation, Runnable encrypted) {
    this.conversation = conversation;
    this.encrypted = encrypted;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    ByteBuf question = context.alloc().buffer(LENGTH).writeInt(LENGTH).writeInt(DO_YOU_ENCRYPT);
    var _ = context.writeAndFlush(question);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf said) {
    boolean no = said.readableBytes() == 1 && said.getByte(said.readerIndex()) == 'N';
    if (no) {
      context.pipeline().replace(this, null, conversation);
      return;
    }
    if (said.getByte(said.readerIndex()) == 'S') {
      encrypted.run();
    }
    var _ = context.close();
  }
}
