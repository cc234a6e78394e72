SELECT seq, id, name, topic, status, tries, submitted_at, finished_at FROM m.jobs ORDER BY seq DESC LIMIT 50;
