package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pulse.JobHandle;
import dev.pulse.Pulse;
import dev.pulse.PulseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call whose answer is lost is made again, and takes effect once. */
@Timeout(180)
class ScheduleClientTest {
  private final SchedulesPeer peer = new SchedulesPeer();
  private final Pulse pulse = Pulse.connect(peer.address());

  @AfterEach
  void close() {
    pulse.close();
    peer.close();
  }

  @Test
  void aCreateWhoseAnswerWasLostDoesNotMeetItself() {
    peer.answersToLose = 2;
    var made = pulse.schedules().create("a", s -> s.cron("@daily").job("j"));
    assertThat(peer.byName.get("a").getId()).isEqualTo(made.id().toString());
    assertThatThrownBy(() -> pulse.schedules().create("a", s -> s.cron("@daily").job("j")))
        .isInstanceOfSatisfying(
            PulseException.class,
            e -> assertThat(e.code()).isEqualTo(PulseException.Code.CONFLICT));
  }

  @Test
  void aTriggerWhoseAnswerWasLostIsOneJob() {
    peer.answersToLose = 2;
    JobHandle handle = pulse.schedules().trigger("a");
    assertThat(peer.triggered).containsExactly(handle.id().toString());
    assertThat(handle.existing()).isFalse();
  }

  @Test
  void aDeleteWhoseAnswerWasLostIsDone() {
    pulse.schedules().create("a", s -> s.cron("@daily").job("j"));
    peer.answersToLose = 1;
    pulse.schedules().delete("a");
    assertThat(peer.byName).isEmpty();
    assertThatThrownBy(() -> pulse.schedules().delete("a")).isInstanceOf(PulseException.class);
  }
}
