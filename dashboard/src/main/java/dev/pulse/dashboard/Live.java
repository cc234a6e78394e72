package dev.pulse.dashboard;

import com.linecorp.armeria.common.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is on screens up to date. Whoever looks at the same address shares one {@link Watch}:
 * it draws the page again and again and tells all of them when something changed. Fifty tabs ask
 * the server as much as one does, and where nobody looks nothing is asked.
 */
final class Live implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Live.class);

  private final Map<String, Watch> watches = new HashMap<>();
  private final ExecutorService threads;
  private final Duration every;
  private boolean closed;

  /**
   * @param every how often a page is drawn while somebody looks
   */
  Live(ExecutorService threads, Duration every) {
    this.threads = threads;
    this.every = every;
  }

  /**
   * Tells a tab what changes there from now on.
   *
   * @param address tells one screen from another
   * @param seen the revision that the tab shows
   * @param drawing draws the screen as it is now
   */
  HttpResponse follow(String address, String seen, Supplier<String> drawing) {
    var tab = new Tab();
    tab.begin();
    synchronized (this) {
      if (closed) {
        tab.end();
        return tab.response();
      }
      Watch known = watches.get(address);
      if (known == null || !known.join(tab, seen)) {
        var watch = new Watch(drawing, every);
        watch.join(tab, seen);
        watches.put(address, watch);
        threads.execute(() -> run(address, watch));
      }
    }
    return tab.response();
  }

  /** Something was done here: whoever looks should see it at once. */
  synchronized void nudge() {
    watches.values().forEach(Watch::nudge);
  }

  /** How many addresses are being drawn again and again. */
  synchronized int watched() {
    return watches.size();
  }

  private void run(String address, Watch watch) {
    try {
      watch.untilNobodyLooks();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      log.error("the watch of {} ended", address, e);
      watch.end();
    } finally {
      synchronized (this) {
        watches.remove(address, watch);
      }
    }
  }

  /** Ends every stream, so that nothing keeps a server that is going away. */
  @Override
  public void close() {
    List<Watch> last;
    synchronized (this) {
      closed = true;
      last = List.copyOf(watches.values());
    }
    last.forEach(Watch::end);
  }
}
