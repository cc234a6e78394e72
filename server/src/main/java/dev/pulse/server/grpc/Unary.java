package dev.pulse.server.grpc;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers calls that wait on the database.
 *
 * @param threads one for each call
 */
record Unary(Executor threads) {
  private static final Logger log = LoggerFactory.getLogger(Unary.class);

  <T> void answer(StreamObserver<T> answers, Callable<T> work) {
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
