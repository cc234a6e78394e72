-- A job runs that waited in ready, whose check says that it may be tried once more, or that is new, whose number of
-- attempts NewJob has checked. Postgres read the check of running from its stored text again for each statement, and
-- found nothing new: a tenth of what the one that starts a lone job takes, the disk left out.
-- docs/adr/0013-plain-jobs-come-in-by-a-stream.md
ALTER TABLE running DROP CONSTRAINT running_check;
