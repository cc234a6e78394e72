// graphile-worker with its local queue, as its page on performance sets it up.
import { createRequire } from "node:module";
import { Logger, makeWorkerUtils, run, runMigrations } from "graphile-worker";
import pg from "pg";
import { args, serve } from "./driver.mjs";

const version = createRequire(import.meta.url)("graphile-worker/package.json").version;
const pool = new pg.Pool({ connectionString: process.argv[2], max: 64 });
pool.on("error", (error) => console.error(error));
pool.on("connect", (client) => client.on("error", (error) => console.error(error)));
const logger = new Logger(() => () => {});
const preset = {
  worker: {
    concurrentJobs: 24,
    maxPoolSize: 25,
    pollInterval: 2000,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};
await runMigrations({ pgPool: pool, logger });
const utils = await makeWorkerUtils({ pgPool: pool, logger });

await serve(
  { name: "graphile-worker", version, pace: 40000, setup: "local queue of 500, 24 at a time, batched completion; rows deleted" },
  {
    clear: () => pool.query("TRUNCATE graphile_worker._private_jobs"),
    submit: (tag) => utils.addJob("noop", args(tag)),
    submitAll: (first, count, later) =>
      utils.addJobs(
        Array.from({ length: count }, (_, at) => ({
          identifier: "noop",
          payload: args(first + at),
          ...(later ? { runAt: new Date(Date.now() + 86400000) } : {}),
        })),
      ),
    work: async (started) => {
      const runner = await run({
        pgPool: pool,
        logger,
        noHandleSignals: true,
        preset,
        taskList: { noop: (payload) => started(payload.tag) },
      });
      return () => runner.stop();
    },
    close: async () => {
      await utils.release();
      await pool.end();
    },
  },
);
