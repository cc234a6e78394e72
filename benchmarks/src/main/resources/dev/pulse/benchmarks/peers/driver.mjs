// Measures a queue on Node as InProcess measures one on the JVM. Asked and answered by lines of JSON.
//
// A queue has: clear(), submit(tag), submitAll(first, count, later), work(started) which answers what stops it.
import readline from "node:readline";

const PAUSE = 5;
const PATIENCE = 10000;
const BATCH = 1000;

const now = () => performance.now();
const nanos = (millis) => Math.round(millis * 1e6);
const rest = (millis) => new Promise((done) => setTimeout(done, millis));

export const args = (tag) => ({ customer: 123456789, template: "welcome-back", locale: "de-CH", tag });

async function together(clients, millis, step) {
  const start = now();
  const end = start + millis;
  let jobs = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (now() < end) {
        const done = await step(); // on a line of its own: "jobs += await" would add to what jobs was before
        jobs += done;
      }
    }),
  );
  return { jobs, nanos: nanos(now() - start) };
}

/** Calls back when it happened, or when it took too long. */
function latch() {
  let release;
  const released = new Promise((done) => (release = done));
  return { release, within: (millis) => Promise.race([released, rest(millis)]) };
}

async function drain(queue, jobs, millis) {
  let first = 0;
  let done = 0;
  let last = 0;
  const begun = latch();
  const all = latch();
  const stop = await queue.work(() => {
    if (done === 0) {
      first = now();
      begun.release();
    }
    last = now();
    if (++done === jobs) {
      all.release();
    }
  });
  await begun.within(PATIENCE);
  await all.within(millis);
  const answer = { jobs: done, nanos: nanos(last - first) };
  await stop();
  return answer;
}

async function probe(queue, most, millis) {
  const starts = [];
  let gate = latch();
  const answer = { fromCall: [], fromCommit: [], lost: 0 };
  const stop = await queue.work((tag) => {
    starts[tag] = now();
    gate.release();
  });
  const deadline = now() + millis;
  for (let at = 0; at < most && now() < deadline; at++) {
    await rest(PAUSE);
    gate = latch();
    const call = now();
    await queue.submit(at);
    const commit = now();
    await gate.within(PATIENCE);
    if (starts[at] === undefined) {
      answer.lost++;
    } else {
      answer.fromCall.push(nanos(starts[at] - call));
      answer.fromCommit.push(nanos(starts[at] - commit));
    }
  }
  await stop();
  return answer;
}

async function load(queue, perSecond, millis) {
  const count = Math.max(1, Math.floor((perSecond * millis) / 1000));
  const starts = [];
  const calls = [];
  const commits = [];
  let done = 0;
  const all = latch();
  const stop = await queue.work((tag) => {
    starts[tag] = now();
    if (++done === count) {
      all.release();
    }
  });
  const begin = now();
  const sent = [];
  for (let at = 0; at < count; ) {
    for (; at < count && begin + (at * 1000) / perSecond <= now(); at++) {
      const tag = at;
      calls[tag] = now();
      sent.push(queue.submit(tag).then(() => (commits[tag] = now())));
    }
    await rest(1);
  }
  await Promise.all(sent);
  await all.within(PATIENCE);
  await stop();
  const started = calls.map((_, at) => at).filter((at) => starts[at] !== undefined);
  return {
    fromCall: started.map((at) => nanos(starts[at] - calls[at])),
    fromCommit: started.map((at) => nanos(starts[at] - commits[at])),
    lost: count - started.length,
  };
}

async function fill(queue, jobs, later) {
  for (let at = 0; at < later; at += BATCH) {
    await queue.submitAll(at, Math.min(BATCH, later - at), true);
  }
  for (let at = 0; at < jobs; at += BATCH) {
    await queue.submitAll(at, Math.min(BATCH, jobs - at), false);
  }
  return {};
}

async function asked(queue, question) {
  let tag = 0;
  switch (question.what) {
    case "clear":
      await queue.clear();
      return {};
    case "submit":
      return together(question.clients, question.millis, async () => {
        await queue.submit(tag++);
        return 1;
      });
    case "batch":
      return together(2, question.millis, async () => {
        await queue.submitAll((tag += BATCH), BATCH, false);
        return BATCH;
      });
    case "fill":
      return fill(queue, question.jobs, question.shape === "NOT_DUE" ? question.others : 0);
    case "drain":
      return drain(queue, question.jobs, question.millis);
    case "probe":
      return probe(queue, question.most, question.millis);
    case "load":
      return load(queue, question.most, question.millis);
    default:
      throw new Error("asked for " + question.what);
  }
}

export async function serve(hello, queue) {
  const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");
  say({ ...hello, warmUp: 10, shapes: ["PLAIN", "NOT_DUE"], batches: true, starts: true, server: 0 });
  for await (const line of readline.createInterface({ input: process.stdin })) {
    try {
      say(await asked(queue, JSON.parse(line)));
    } catch (error) {
      say({ error: String(error.stack ?? error) });
    }
  }
  await queue.close();
  process.exit(0);
}
