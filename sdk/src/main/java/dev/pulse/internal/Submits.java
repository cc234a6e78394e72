package dev.pulse.internal;

import dev.pulse.JobHandle;
import dev.pulse.JobRequest;
import dev.pulse.Tracing;
import dev.pulse.v1.NewJob;
import dev.pulse.v1.SubmitAllRequest;
import dev.pulse.v1.SubmitRequest;
import dev.pulse.v1.SubmitResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Submits jobs. Every job has its id before the first try, so a repeated try changes nothing. */
final class Submits {
  private final Calls calls;
  private final JobIds ids;
  private final Codec codec;
  private final Tracing tracing;
  private final @Nullable Gathering gathering;

  /**
   * @param gathering null: every job goes by a call of its own
   */
  Submits(Calls calls, @Nullable Gathering gathering, JobIds ids, Codec codec, Tracing tracing) {
    this.calls = calls;
    this.gathering = gathering;
    this.ids = ids;
    this.codec = codec;
    this.tracing = tracing;
  }

  JobHandle one(Client client, JobRequest request) {
    Draft draft = draft(request);
    NewJob job = draft.job();
    Deadline deadline = Deadline.in(calls.usually());
    SubmitResponse answer = together(job).orElseGet(() -> alone(job, deadline.left()));
    return handle(client, draft, answer);
  }

  private Optional<SubmitResponse> together(NewJob job) {
    Gathering all = gathering;
    return all == null ? Optional.empty() : calls.answered(() -> all.submit(job, calls.usually()));
  }

  private SubmitResponse alone(NewJob job, Duration within) {
    SubmitRequest wire = SubmitRequest.newBuilder().setJob(job).build();
    return calls.call(within, stub -> stub.submit(wire));
  }

  void close() {
    if (gathering != null) {
      gathering.close();
    }
  }

  List<JobHandle> all(Client client, List<JobRequest> requests) {
    List<Draft> drafts = requests.stream().map(this::draft).toList();
    List<SubmitResponse> answers = new ArrayList<>(drafts.size());
    for (List<NewJob> part : Parts.of(drafts.stream().map(Draft::job).toList())) {
      SubmitAllRequest wire = SubmitAllRequest.newBuilder().addAllJobs(part).build();
      answers.addAll(calls.call(stub -> stub.submitAll(wire)).getJobsList());
    }
    List<JobHandle> handles = new ArrayList<>(drafts.size());
    for (int i = 0; i < drafts.size(); i++) {
      handles.add(handle(client, drafts.get(i), answers.get(i)));
    }
    return handles;
  }

  private Draft draft(JobRequest request) {
    return Draft.of(request, ids, codec, tracing);
  }

  private static JobHandle handle(Client client, Draft draft, SubmitResponse answer) {
    return new Handle(
        client, UUID.fromString(answer.getId()), draft.found(answer.getExisting(), answer.getId()));
  }
}
