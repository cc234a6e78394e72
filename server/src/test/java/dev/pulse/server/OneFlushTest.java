package dev.pulse.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.linecorp.armeria.common.util.EventLoopGroups;
import com.linecorp.armeria.common.util.TransportType;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a client gets by how many calls of the system. */
class OneFlushTest {
  private static final int PATIENCE_MILLIS = 60_000;

  private final EventLoopGroup loops = EventLoopGroups.newEventLoopGroup(1, "one-flush", true);
  private final AtomicInteger flushes = new AtomicInteger();

  @AfterEach
  void stop() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void aTurnIsOneFlush() throws Exception {
    assertThat(heard(1000, context -> sayAll(context, "one ", "two ", "three"), true))
        .isEqualTo("one two three");
    assertThat(flushes).hasValue(1);
  }

  /** Nothing waits until all the memory is used up. */
  @Test
  void whatIsTooMuchForOneTurnGoesBeforeItsEnd() throws Exception {
    assertThat(heard(3, context -> sayAll(context, "one ", "two ", "three"), true))
        .isEqualTo("one two three");
    assertThat(flushes).hasValueGreaterThan(1);
  }

  @Test
  void whoHangsUpHasSaidEverything() throws Exception {
    String heard =
        heard(
            1000,
            context -> {
              sayAll(context, "good", "bye");
              var _ = context.close();
            },
            false);
    assertThat(heard).isEqualTo("goodbye");
  }

  private static void sayAll(ChannelHandlerContext context, String... words) {
    for (String word : List.of(words)) {
      var _ = context.writeAndFlush(Unpooled.copiedBuffer(word, StandardCharsets.UTF_8));
    }
  }

  /** All that is heard by who connects, until the other side hangs up. */
  private String heard(int atMost, Consumer<ChannelHandlerContext> said, boolean hangsUpLater)
      throws IOException {
    Channel server = listen(atMost, said, hangsUpLater);
    try (var client = new Socket()) {
      client.setSoTimeout(PATIENCE_MILLIS);
      client.connect(server.localAddress());
      return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private Channel listen(int atMost, Consumer<ChannelHandlerContext> said, boolean hangsUpLater) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(TransportType.serverChannelType(loops))
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(1, atMost))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(new Counting(), new OneFlush(), new Speaking(said, hangsUpLater));
                  }
                })
            .bind(new InetSocketAddress("127.0.0.1", 0));
    return bound.syncUninterruptibly().channel();
  }

  /** Stands where the system is called. */
  private final class Counting extends ChannelDuplexHandler {
    @Override
    public void flush(ChannelHandlerContext context) {
      flushes.incrementAndGet();
      context.flush();
    }
  }

  private static final class Speaking extends ChannelDuplexHandler {
    private final Consumer<ChannelHandlerContext> said;
    private final boolean hangsUpLater;

    Speaking(Consumer<ChannelHandlerContext> said, boolean hangsUpLater) {
      this.said = said;
      this.hangsUpLater = hangsUpLater;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      said.accept(context);
      if (hangsUpLater) {
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
  }
}
