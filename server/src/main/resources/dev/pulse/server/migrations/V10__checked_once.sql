-- What may stand in a job is checked at both doors, by the server's NewJob and by enqueue(), which say what is
-- wrong. Postgres read the same checks from their stored text again for each statement: a twentieth of the time of
-- one that brings a single job. What the kernel relies on (how often a job was tried, and where it stands) stays
-- checked here. docs/adr/0013-plain-jobs-come-in-by-a-stream.md
ALTER TABLE job
  DROP CONSTRAINT job_priority_check,
  DROP CONSTRAINT job_max_attempts_check,
  DROP CONSTRAINT job_name_check,
  DROP CONSTRAINT job_topic_check;
