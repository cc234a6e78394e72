package dev.pulse.server;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerPort;
import java.net.InetSocketAddress;

/** A web server for a test: on a free port, and gone as soon as it is stopped. */
public final class Served {
  private Served() {}

  public static ServerBuilder anywhere() {
    return anywhere(SessionProtocol.HTTP);
  }

  public static ServerBuilder anywhere(SessionProtocol protocol) {
    return Server.builder()
        .bossGroupFactory(PulseServer::acceptor)
        .port(new ServerPort(new InetSocketAddress("127.0.0.1", 0), protocol));
  }
}
