package dev.pulse.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pulse.v1.Ack;
import dev.pulse.v1.Acks;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.Hello;
import dev.pulse.v1.Lease;
import dev.pulse.v1.Leases;
import dev.pulse.v1.Report;
import dev.pulse.v1.Welcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The conversation under every order of events that a seed can think of. */
class DialogueTest {
  private static final Report DONE =
      Report.newBuilder().setDone(Report.Done.getDefaultInstance()).build();

  /** A server and a worker's threads, driven step by step. */
  private static final class World {
    final int slots;
    final Random random;
    final Dialogue dialogue;
    final List<Held> started = new ArrayList<>();
    final Deque<FromWorker> sent = new ArrayDeque<>();
    final TreeMap<Long, Lease> leases = new TreeMap<>();
    final Set<Long> acknowledged = new HashSet<>();
    final Set<Long> late = new HashSet<>();
    final List<Lease> toAcknowledge = new ArrayList<>();
    boolean connected;
    boolean columns;
    int credit;
    long nextJob = 1;
    long worker = 1;

    World(int slots, long seed) {
      this.slots = slots;
      this.random = new Random(seed);
      this.dialogue = new Dialogue(Hello.getDefaultInstance(), slots, started::add);
    }

    void step() {
      if (!connected) {
        if (random.nextBoolean()) {
          connect();
        } else {
          finishOne();
        }
      } else {
        switch (random.nextInt(8)) {
          case 0, 1 -> assign();
          case 2, 3 -> finishOne();
          case 4, 5 -> acknowledgeOne();
          case 6 -> cancelOne();
          default -> disconnect();
        }
      }
      dialogue.flush();
      read();
    }

    void connect() {
      connected = true;
      credit = 0;
      worker++;
      dialogue.connected(sent::add);
      Hello hello = sent.remove().getHello();
      columns = random.nextBoolean();
      Welcome.Builder welcome = Welcome.newBuilder().setWorker(worker).setColumns(columns);
      Set<Long> kept = new HashSet<>();
      for (Lease held : hello.getHeldList()) {
        assertThat(acknowledged).as("an answered lease is named").doesNotContain(held.getJob());
        if (leases.containsKey(held.getJob()) && random.nextInt(4) > 0) {
          Lease renewed = Assigned.renewed(held, worker);
          leases.put(held.getJob(), renewed);
          kept.add(held.getJob());
          welcome.addKept(renewed);
        }
      }
      leases.keySet().retainAll(kept);
      dialogue.welcome(welcome.build());
    }

    void disconnect() {
      connected = false;
      toAcknowledge.clear();
      dialogue.disconnected();
    }

    void assign() {
      if (credit > 0) {
        credit--;
        var job = Assigned.job(nextJob++, "quick");
        Lease lease = Assigned.renewed(job.getLease(), worker);
        leases.put(lease.getJob(), lease);
        dialogue.assigned(List.of(job.toBuilder().setLease(lease).build()));
      }
    }

    void finishOne() {
      if (!started.isEmpty()) {
        Held held = started.remove(random.nextInt(started.size()));
        if (held.execution().begin()) {
          held.execution().end();
          dialogue.finished(held, DONE);
        }
      }
    }

    void acknowledgeOne() {
      if (!toAcknowledge.isEmpty()) {
        Lease lease = toAcknowledge.remove(random.nextInt(toAcknowledge.size()));
        leases.remove(lease.getJob());
        acknowledged.add(lease.getJob());
        Ack ack = Ack.newBuilder().setLease(lease).setRecorded(true).build();
        Leases.Builder completed =
            Leases.newBuilder().addJobs(lease.getJob()).addFences(lease.getFence());
        dialogue.acknowledged(
            random.nextBoolean()
                ? Acks.newBuilder().addAcks(ack).addAcks(ack).build()
                : Acks.newBuilder().setCompleted(completed).addAcks(ack).build());
      }
    }

    void cancelOne() {
      if (!leases.isEmpty()) {
        Lease lease = leases.firstEntry().getValue();
        leases.remove(lease.getJob());
        dialogue.canceled(lease, "a test");
      }
    }

    void read() {
      while (!sent.isEmpty()) {
        FromWorker message = sent.remove();
        credit += message.getCredit().getSlots();
        message.getReports().getReportsList().forEach(report -> reported(report.getLease()));
        Leases done = message.getReports().getDone();
        assertThat(columns || done.getJobsCount() == 0).as("who cannot read it").isTrue();
        for (int at = 0; at < done.getJobsCount(); at++) {
          reported(
              Lease.newBuilder()
                  .setJob(done.getJobs(at))
                  .setWorker(done.getWorker())
                  .setFence(done.getFences(at))
                  .build());
        }
      }
      assertThat(credit + dialogue.busy()).as("credit and busy slots").isLessThanOrEqualTo(slots);
    }

    private void reported(Lease lease) {
      assertThat(acknowledged).as("an answered result is sent").doesNotContain(lease.getJob());
      if (lease.equals(leases.get(lease.getJob()))) {
        toAcknowledge.add(lease);
      } else {
        assertThat(late.add(lease.getJob())).as("a late result is sent once").isTrue();
      }
    }

    /** A good end: connected, everything finished and answered. */
    void settle() {
      if (!connected) {
        connect();
      }
      while (!started.isEmpty()) {
        finishOne();
      }
      dialogue.flush();
      read();
      while (!toAcknowledge.isEmpty()) {
        acknowledgeOne();
        dialogue.flush();
        read();
      }
    }
  }

  @Property(tries = 300)
  void whateverHappensNothingAnsweredIsRepeatedAndNothingIsForgotten(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 80) int slots) {
    World world = new World(slots, seed);
    for (int step = 0; step < 200; step++) {
      world.step();
    }
    world.settle();
    assertThat(world.leases).as("leases without an answered report").isEmpty();
    assertThat(world.dialogue.busy()).isZero();
    assertThat(world.credit).as("every slot is open again").isEqualTo(slots);
    world.disconnect();
    world.dialogue.connected(world.sent::add);
    assertThat(world.sent.getLast().getHello().getHeldList()).isEmpty();
  }

  /** A message each would cost both sides more than the jobs themselves. */
  @Example
  void underLoadReportsTravelByTheHandful() {
    World world = new World(512, 1);
    world.connect();
    world.dialogue.flush();
    world.read();
    for (int job = 0; job < 512; job++) {
      world.assign();
    }
    int messages = 0;
    while (!world.started.isEmpty()) {
      world.finishOne();
      world.dialogue.flush();
      messages += (int) world.sent.stream().filter(FromWorker::hasReports).count();
      world.read();
    }
    assertThat(world.toAcknowledge).as("half of them are on their way").hasSize(256);
    assertThat(messages).as("16 at once, the others in handfuls").isEqualTo(16 + 240 / 16);
    world.settle();
    assertThat(world.leases).isEmpty();
  }
}
