package dev.pulse.server.grpc;

import com.linecorp.armeria.server.ServiceRequestContext;
import dev.pulse.server.log.AttemptLogs;
import dev.pulse.server.log.LogReader;
import dev.pulse.server.log.News;
import dev.pulse.v1.LogText;
import dev.pulse.v1.LogsGrpc;
import dev.pulse.v1.ReadLogRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the calls of {@code pulse.v1.Logs}, each at the pace of whoever reads. */
final class LogService extends LogsGrpc.LogsImplBase {
  private static final Logger log = LoggerFactory.getLogger(LogService.class);

  /** How long a reader that went away unnoticed is waited for. */
  private static final Duration LOOK_UP = Duration.ofSeconds(5);

  private final AttemptLogs logs;
  private final Executor threads;

  LogService(AttemptLogs logs, Executor threads) {
    this.logs = logs;
    this.threads = threads;
  }

  @Override
  public void readLog(ReadLogRequest request, StreamObserver<LogText> answers) {
    ServiceRequestContext.current().clearRequestTimeout();
    var reading = new Reading(request, (ServerCallStreamObserver<LogText>) answers);
    reading.watch();
    threads.execute(reading);
  }

  /** One call. */
  private final class Reading implements Runnable {
    private final ReadLogRequest request;
    private final ServerCallStreamObserver<LogText> answers;
    private final Semaphore ready = new Semaphore(0);
    private volatile @Nullable LogReader reader;

    Reading(ReadLogRequest request, ServerCallStreamObserver<LogText> answers) {
      this.request = request;
      this.answers = answers;
    }

    /** gRPC lets nobody set these later. */
    void watch() {
      answers.setOnReadyHandler(ready::release);
      answers.setOnCancelHandler(this::canceled);
    }

    private void canceled() {
      ready.release();
      LogReader known = reader;
      if (known != null) {
        known.close();
      }
    }

    @Override
    public void run() {
      try (LogReader opened =
          logs.reader(
              Wire.uuid(request.getId()), request.getAttempt(), Wire.given(request.getAfter()))) {
        reader = opened;
        if (tell(opened)) {
          answers.onCompleted();
        }
      } catch (Exception e) {
        log.debug("reading a log ends: {}", e.toString());
        if (!answers.isCancelled()) {
          answers.onError(Failures.status(e));
        }
      }
    }

    /** False: nobody listens any more. */
    private boolean tell(LogReader from) throws InterruptedException {
      Duration patience = request.getFollow() ? LOOK_UP : Duration.ZERO;
      while (!answers.isCancelled()) {
        switch (from.next(patience)) {
          case News.Text text -> {
            answers.onNext(text(text));
            awaitRoom();
          }
          case News.Quiet _ -> {
            if (!request.getFollow()) {
              return true;
            }
          }
          case News.Over _ -> {
            return !answers.isCancelled();
          }
        }
      }
      return false;
    }

    private void awaitRoom() throws InterruptedException {
      while (!answers.isReady() && !answers.isCancelled()) {
        var _ = ready.tryAcquire(LOOK_UP.toMillis(), TimeUnit.MILLISECONDS);
      }
    }

    private static LogText text(News.Text text) {
      return LogText.newBuilder()
          .setAttempt(text.attempt())
          .setCursor(text.cursor())
          .setText(text.text())
          .build();
    }
  }
}
