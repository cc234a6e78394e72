// pg-boss: fetched and completed in batches, which its pages advise for throughput; for latency a worker
// that is notified, because polling alone is half a second.
import { createRequire } from "node:module";
import PgBoss from "pg-boss";
import pg from "pg";
import { args, serve } from "./driver.mjs";

const QUEUE = "noop";
const FETCH = 1000;
const LOOPS = 2;

const version = createRequire(import.meta.url)("pg-boss/package.json").version;
const pool = new pg.Pool({ connectionString: process.argv[2], max: 4 });
const boss = new PgBoss({ connectionString: process.argv[2], max: 32, supervise: false, schedule: false });
boss.on("error", (error) => console.error(error));
await boss.start();
await boss.createQueue(QUEUE);

let waking = () => {};

await serve(
  { name: "pg-boss", version, pace: 20000, setup: "2 loops that fetch 1000 and complete 1000, woken by each submit; rows kept" },
  {
    clear: () => pool.query("TRUNCATE pgboss.job"),
    submit: async (tag) => {
      await boss.send(QUEUE, args(tag));
      waking();
    },
    submitAll: (first, count, later) =>
      boss.insert(
        Array.from({ length: count }, (_, at) => ({
          name: QUEUE,
          data: args(first + at),
          ...(later ? { startAfter: new Date(Date.now() + 86400000).toISOString() } : {}),
        })),
      ),
    work: async (started) => {
      let stopped = false;
      const asleep = new Set();
      let calls = 0; // one that comes during a fetch makes another fetch
      waking = () => {
        calls++;
        asleep.forEach((wake) => wake());
      };
      const loops = Array.from({ length: LOOPS }, async () => {
        while (!stopped) {
          const seen = calls;
          const jobs = await boss.fetch(QUEUE, { batchSize: FETCH });
          if (jobs.length > 0) {
            jobs.forEach((job) => started(job.data.tag));
            await boss.complete(QUEUE, jobs.map((job) => job.id));
          } else if (!stopped && seen === calls) {
            await new Promise((wake) => {
              const timer = setTimeout(wake, 500);
              const woken = () => {
                clearTimeout(timer);
                asleep.delete(woken);
                wake();
              };
              asleep.add(woken);
            });
          }
        }
      });
      return async () => {
        stopped = true;
        waking();
        waking = () => {};
        await Promise.all(loops);
      };
    },
    close: async () => {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  },
);
