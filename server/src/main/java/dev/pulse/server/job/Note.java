package dev.pulse.server.job;

/** What a worker tells a job's watcher along with an outcome. The kernel only passes it on. */
public interface Note {}
