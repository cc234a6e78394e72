package dev.pulse.internal;

import dev.pulse.v1.Ack;
import dev.pulse.v1.Acks;
import dev.pulse.v1.Assignment;
import dev.pulse.v1.Assignments;
import dev.pulse.v1.FromWorker;
import dev.pulse.v1.Lease;
import dev.pulse.v1.PulseGrpc;
import dev.pulse.v1.Report;
import dev.pulse.v1.ToWorker;
import dev.pulse.v1.Welcome;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A small honest server for one worker: it assigns as much as it has credit for, records and
 * acknowledges reports, and keeps held leases. It cuts the connection at moments that its seed
 * chooses, and notes every breach of the contract that it sees.
 */
final class QueuePeer extends PulseGrpc.PulseImplBase {
  private final Queue<Assignment> waiting = new ArrayDeque<>();
  private final Map<Long, Lease> assigned = new HashMap<>();
  private final Set<Long> recorded = new HashSet<>();
  private final Set<String> breaches = new HashSet<>();
  private final Random random;
  private final int concurrency;
  private final double cutChance;
  private @Nullable Line current;
  private long connections;

  QueuePeer(int jobs, int concurrency, double cutChance, long seed) {
    for (int number = 1; number <= jobs; number++) {
      waiting.add(Assigned.job(number, "quick"));
    }
    this.concurrency = concurrency;
    this.cutChance = cutChance;
    this.random = new Random(seed);
  }

  synchronized int recorded() {
    return recorded.size();
  }

  synchronized long connections() {
    return connections;
  }

  synchronized Set<String> breaches() {
    return Set.copyOf(breaches);
  }

  @Override
  public StreamObserver<FromWorker> work(StreamObserver<ToWorker> toWorker) {
    synchronized (this) {
      current = new Line(toWorker, ++connections);
      return current;
    }
  }

  /** One connection. */
  private final class Line implements StreamObserver<FromWorker> {
    private final StreamObserver<ToWorker> toWorker;
    private final long worker;
    private int credit;
    private boolean cut;

    Line(StreamObserver<ToWorker> toWorker, long worker) {
      this.toWorker = toWorker;
      this.worker = worker;
    }

    @Override
    public void onNext(FromWorker message) {
      synchronized (QueuePeer.this) {
        if (cut || this != current) {
          return;
        }
        if (random.nextDouble() < cutChance) {
          cut();
          return;
        }
        switch (message.getKindCase()) {
          case HELLO -> hello(message);
          case CREDIT -> credit += message.getCredit().getSlots();
          case REPORTS -> message.getReports().getReportsList().forEach(this::report);
          case BEAT, GOODBYE, KIND_NOT_SET -> {}
        }
        check(credit + assigned.size() <= concurrency, "credit beyond the slots");
        assign();
      }
    }

    private void hello(FromWorker message) {
      Welcome.Builder welcome = Welcome.newBuilder().setWorker(worker);
      Set<Long> held = new HashSet<>();
      for (Lease lease : message.getHello().getHeldList()) {
        held.add(lease.getJob());
        Lease renewed = Assigned.renewed(lease, worker);
        if (assigned.replace(lease.getJob(), renewed) != null) {
          welcome.addKept(renewed);
        }
      }
      // What was on its way when the connection was cut never arrived: it goes back to the queue.
      assigned.values().stream()
          .filter(lease -> !held.contains(lease.getJob()))
          .forEach(lease -> waiting.add(Assigned.job(lease.getJob(), "quick")));
      assigned.keySet().retainAll(held);
      toWorker.onNext(ToWorker.newBuilder().setWelcome(welcome).build());
    }

    private void report(Report report) {
      Lease lease = report.getLease();
      boolean valid = lease.equals(assigned.get(lease.getJob()));
      if (valid) {
        assigned.remove(lease.getJob());
        check(recorded.add(lease.getJob()), "recorded twice");
      } else {
        check(recorded.contains(lease.getJob()), "a report under a lease that never was");
        check(connections > 1, "a report was repeated although no connection was lost");
      }
      Ack ack = Ack.newBuilder().setLease(lease).setRecorded(valid).build();
      toWorker.onNext(ToWorker.newBuilder().setAcks(Acks.newBuilder().addAcks(ack)).build());
    }

    private void assign() {
      Assignments.Builder batch = Assignments.newBuilder();
      while (credit > 0 && !waiting.isEmpty()) {
        Assignment next = waiting.remove();
        Lease lease = Assigned.renewed(next.getLease(), worker);
        assigned.put(lease.getJob(), lease);
        batch.addJobs(next.toBuilder().setLease(lease));
        credit--;
      }
      if (batch.getJobsCount() > 0) {
        toWorker.onNext(ToWorker.newBuilder().setAssignments(batch).build());
      }
    }

    private void cut() {
      cut = true;
      toWorker.onError(Status.UNAVAILABLE.withDescription("cut").asRuntimeException());
    }

    private void check(boolean holds, String breach) {
      if (!holds) {
        breaches.add(breach);
      }
    }

    @Override
    public void onError(Throwable thrown) {}

    @Override
    public void onCompleted() {
      toWorker.onCompleted();
    }
  }
}
