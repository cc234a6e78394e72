package dev.pulse.server.grpc;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a call with one answer is answered: by work that may wait, on a thread of its own. */
final class Unary {
  private static final Logger log = LoggerFactory.getLogger(Unary.class);

  private Unary() {}

  static <T> void answer(Executor threads, StreamObserver<T> answers, Callable<T> work) {
    threads.execute(
        () -> {
          try {
            T answer = work.call();
            answers.onNext(answer);
            answers.onCompleted();
          } catch (Exception e) {
            log.debug("refused: {}", e.toString());
            answers.onError(Failures.status(e));
          }
        });
  }
}
