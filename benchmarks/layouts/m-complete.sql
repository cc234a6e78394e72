UPDATE m.jobs j SET status = 2, finished_at = now(), result = g.result
FROM unnest(:seqs::bigint[], :workers::bigint[], :tries::int[], :results::json[]) AS g(seq, worker, tries, result)
WHERE j.seq = g.seq AND j.worker = g.worker AND j.tries = g.tries AND j.status = 1
RETURNING j.seq;
