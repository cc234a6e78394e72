package dev.pulse.dashboard;

import dev.pulse.JobStatus;
import dev.pulse.Pause;
import dev.pulse.Pulse;
import dev.pulse.TopicCount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Dispatch: what is handed out, what is paused, by whom and why. */
final class DispatchPage implements Page {
  /**
   * A topic.
   *
   * @param pause its own pause; null: none
   * @param aging how long is worth a point of priority; null: waiting counts for nothing
   */
  record Lane(
      String topic, List<TopicCount> counts, @Nullable Pause pause, @Nullable Duration aging) {
    String count(JobStatus status) {
      return Counts.of(counts, status);
    }
  }

  /** What the template draws. */
  record View(@Nullable Pause everything, List<Lane> lanes) {}

  @Override
  public void on(Site site) {
    site.show("/dispatch", DispatchPage::dispatch)
        .act("/dispatch/pause", DispatchPage::pause)
        .act("/dispatch/resume", DispatchPage::resume);
  }

  private static Screen dispatch(Visit visit) {
    Pulse pulse = visit.pulse();
    List<Pause> pauses = pulse.pauses();
    List<TopicCount> counts = visit.counting().now();
    Map<String, Duration> aging = pulse.aging();
    var topics = new TreeSet<String>(aging.keySet());
    counts.forEach(count -> topics.add(count.topic()));
    pauses.forEach(pause -> Optional.ofNullable(pause.topic()).ifPresent(topics::add));
    List<Lane> lanes =
        topics.stream()
            .map(
                topic ->
                    new Lane(
                        topic,
                        counts.stream().filter(count -> count.topic().equals(topic)).toList(),
                        of(pauses, topic),
                        aging.get(topic)))
            .toList();
    Pause everything =
        pauses.stream().filter(pause -> pause.topic() == null).findFirst().orElse(null);
    return new Screen("Dispatch", "dispatch", new View(everything, lanes));
  }

  private static @Nullable Pause of(List<Pause> pauses, String topic) {
    return pauses.stream().filter(pause -> topic.equals(pause.topic())).findFirst().orElse(null);
  }

  private static Done pause(Visit visit) {
    Optional<String> topic = visit.asked("topic");
    visit.pulse().pause(topic.orElse(null), visit.needed("reason", "a reason"));
    return Done.of(
        topic.map(name -> "Topic " + Text.brief(name)).orElse("Every topic")
            + " is paused. What runs goes on.");
  }

  private static Done resume(Visit visit) {
    Optional<String> topic = visit.asked("topic");
    visit.pulse().resume(topic.orElse(null));
    return Done.of(
        topic.map(name -> "Topic " + Text.brief(name)).orElse("Every topic")
            + " is handed out again.");
  }
}
