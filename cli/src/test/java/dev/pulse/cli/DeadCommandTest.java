package dev.pulse.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.JobStatus;
import dev.pulse.Outcome;
import dev.pulse.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DeadCommandTest {
  private static final Duration SOON = Duration.ofMinutes(1);
  @RegisterExtension static final SharedPulse server = new SharedPulse();

  private static List<String> dead(String topic, int count) {
    var ids = new ArrayList<String>();
    try (Worker _ =
        server
            .client()
            .worker()
            .topic(topic)
            .handle("dies", job -> Outcome.failForGood("no"))
            .start()) {
      for (int each = 0; each < count; each++) {
        var handle = server.client().submit("dies", null, options -> options.topic(topic));
        handle.await(SOON);
        ids.add(handle.id().toString());
      }
    }
    return ids;
  }

  private static JobStatus status(String id) {
    return server.client().job(UUID.fromString(id)).status();
  }

  @Test
  void theLatestIsListedFirst() {
    List<String> ids = dead("dead-list", 2);
    var typed = Typed.at(server.address());
    assertThat(typed.run("dead", "list", "--topic", "dead-list").out())
        .containsSubsequence(ids.get(1), ids.get(0))
        .contains("DEAD_LETTERED");
    assertThat(typed.run("dead", "list", "--topic", "dead-list", "--json").json().path("jobs"))
        .hasSize(2);
  }

  @Test
  void oneIsRetriedByItsIdAndManyByWhatTheyShare() {
    List<String> ids = dead("dead-retry", 3);
    var typed = Typed.at(server.address());
    assertThat(typed.run("dead", "retry", ids.get(0)).out()).isEqualTo("1 retried\n");
    assertThat(status(ids.get(0))).isEqualTo(JobStatus.PENDING);
    assertThat(status(ids.get(1))).isEqualTo(JobStatus.DEAD_LETTERED);
    var many = typed.run("dead", "retry", "--topic", "dead-retry", "--name", "dies", "--json");
    assertThat(many.json().path("jobs").asInt()).isEqualTo(2);
    assertThat(many.json().path("skipped").asInt()).isZero();
    assertThat(ids).allMatch(id -> status(id) == JobStatus.PENDING);
  }

  @Test
  void nothingIsRetriedUnlessItIsSaidWhat() {
    var answer = Typed.at(server.address()).run("dead", "retry");
    assertThat(answer.exit()).isEqualTo(2);
    assertThat(answer.err()).contains("--all").hasLineCount(1);
  }

  @Test
  void purgingAsksAndTakesNothingButYes() {
    List<String> ids = dead("dead-purge", 2);
    var typed = Typed.at(server.address());
    var unasked = typed.run("dead", "purge", "--topic", "dead-purge");
    assertThat(unasked.exit()).isEqualTo(2);
    assertThat(unasked.err()).contains("--yes").hasLineCount(1);
    typed.onTerminal(80, false);
    var declined = typed.typing("n\n").run("dead", "purge", "--topic", "dead-purge");
    assertThat(declined.exit()).isEqualTo(1);
    assertThat(declined.err()).contains("[y/N]", "nothing was purged");
    assertThat(status(ids.get(0))).isEqualTo(JobStatus.DEAD_LETTERED);
    var agreed = typed.typing("y\n").run("dead", "purge", "--topic", "dead-purge");
    assertThat(agreed.out()).isEqualTo("2 purged\n");
    assertThat(Typed.at(server.address()).run("jobs", "get", ids.get(0)).exit()).isEqualTo(3);
  }

  @Test
  void peopleSeeHowManyAreLeft() {
    dead("dead-watched", 2);
    var typed = Typed.at(server.address()).onTerminal(80, false);
    var retried = typed.run("dead", "retry", "--topic", "dead-watched");
    assertThat(retried.out()).isEqualTo("2 retried\n");
    assertThat(retried.err()).contains("retrying [").contains(" of 2");
    dead("dead-watched", 1);
    var purged = typed.run("dead", "purge", "--topic", "dead-watched", "--name", "dies", "--yes");
    assertThat(purged.err()).contains("purging … ");
    assertThat(Bar.of("x", 1, 4)).isEqualTo("x [######------------------] 1 of 4");
    assertThat(Bar.of("x", 9, 4)).contains("] 4 of 4");
    assertThat(Bar.of("x", 0, 0)).contains("] 0 of 0");
  }

  @Test
  void purgingWithYesNeedsNobody() {
    dead("dead-yes", 1);
    var answer =
        Typed.at(server.address()).run("dead", "purge", "--topic", "dead-yes", "--yes", "--json");
    assertThat(answer.json().path("jobs").asInt()).isEqualTo(1);
  }
}
