package dev.pulse.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.pulse.Outcome;
import dev.pulse.Pulse;
import dev.pulse.Worker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many peers that do nothing, or nothing good. Figures are printed; only gross waste fails. */
@Tag("slow")
class CrowdTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Test
  void aThousandIdleWorkersCostNextToNothing() throws Exception {
    int crowd = 1000;
    try (var cluster = new Cluster();
        var server = ServerProcess.start(cluster.url(), 0, LEASE, "-Xmx512m")) {
      String address = server.firstLine();
      var clients = new ArrayList<Pulse>();
      var workers = new ArrayList<Worker>();
      var started = new ConcurrentHashMap<UUID, Long>();
      for (int each = 0; each < crowd; each++) {
        Pulse client = Pulse.connect(address); // each its own connection
        clients.add(client);
        workers.add(
            client
                .worker()
                .handle(
                    "work",
                    job -> {
                      started.put(job.id(), System.nanoTime());
                      return Outcome.done();
                    })
                .start());
      }
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> workers.stream().allMatch(Worker::connected));
      try (Pulse pulse = Pulse.connect(address)) {
        var latencies = new ArrayList<Long>();
        for (int each = 0; each < 50; each++) {
          long before = System.nanoTime();
          UUID id = pulse.submit("work").id();
          await()
              .atMost(SOON)
              .pollInterval(Duration.ofMillis(1))
              .until(() -> started.containsKey(id));
          latencies.add(started.get(id) - before);
        }
        long first = latencies.removeFirst(); // opens this client's connection and warms the code
        latencies.sort(null);
        double cpu = cpuShare(server.pid(), Duration.ofSeconds(20));
        System.out.printf(
            "CrowdTest: %d idle workers, server CPU %.1f %%, RSS %d MB, one more job starts after"
                + " p50 %.1f ms, most %.1f ms (the very first after %.1f ms)%n",
            crowd,
            cpu * 100,
            residentMegabytes(server.pid()),
            latencies.get(25) / 1e6,
            latencies.getLast() / 1e6,
            first / 1e6);
        assertThat(server.isAlive()).isTrue();
        assertThat(cpu).as("share of one core").isLessThan(0.25);
      }
      clients.forEach(client -> Thread.ofVirtual().start(client::close));
    }
  }

  @Test
  void tenThousandHalfOpenConnectionsDisturbNobody() throws Exception {
    try (var cluster = new Cluster();
        var server = ServerProcess.start(cluster.url(), 0, LEASE, "-Xmx512m")) {
      int port = Integer.parseInt(server.firstLine().split(":")[1]);
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      var open = new ArrayList<SocketChannel>();
      try (var http = HttpClient.newHttpClient()) {
        for (int each = 0; each < 10_000; each++) {
          open.add(SocketChannel.open(address));
        }
        var request =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/Pulse/v1/jobs"))
                .timeout(SOON)
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"j\"}"))
                .build();
        for (int each = 0; each < 20; each++) {
          var response = http.send(request, HttpResponse.BodyHandlers.ofString());
          assertThat(response.statusCode()).isEqualTo(201);
        }
      } finally {
        for (SocketChannel channel : open) {
          channel.close();
        }
      }
      assertThat(cluster.number("SELECT count(*) FROM pulse.job")).isEqualTo(20);
    }
  }

  private static double cpuShare(long pid, Duration over) throws Exception {
    long before = cpuTicks(pid);
    long start = System.nanoTime();
    await().pollDelay(over).atMost(over.plus(SOON)).until(() -> true);
    double seconds = (System.nanoTime() - start) / 1e9;
    return (cpuTicks(pid) - before) / 100.0 / seconds;
  }

  private static long cpuTicks(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
  }

  private static long residentMegabytes(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return -1;
  }
}
