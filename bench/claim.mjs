import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newRunner } from "./hand-runner.mjs";
import { median, percentile, startProduct } from "./product.mjs";

const CLAIMS = 400;
const CLAIMERS = [1, 8, 32];
/** Rounds after which the code of the web process is warm. */
const WARM_UP = 2;
const WAITING = 10_000;
const POSTS_AT_ONCE = 8;
/** The product's own runner doesn't have this tag, so it isn't offered these tasks. */
const TAG = "bench";

/** How fast the tasks of one project are claimed, by few and many runners, with a short and a long queue. */
export async function claim() {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  const { client, stop } = await startProduct();
  try {
    const options = { runner_tag: TAG, allow_parallel_tasks: true };
    const { project, templates } = await client.project(folder, "", ["never.sh"], options);
    const queue = (count) => queueTasks(client, project, templates[0].id, count);
    const runners = await Promise.all(Array.from({ length: Math.max(...CLAIMERS) }, () => newRunner(client, TAG)));
    const rows = [];
    for (let round = 0; round < WARM_UP; round++) {
      await queue(CLAIMS);
      await measure(runners);
    }
    for (const waiting of [0, WAITING]) {
      await queue(waiting);
      for (const count of CLAIMERS) {
        await queue(CLAIMS);
        rows.push({ waiting: waiting + CLAIMS, claimers: count, ...(await measure(runners.slice(0, count))) });
      }
    }
    console.table(rows);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function queueTasks(client, project, template_id, count) {
  let left = count;
  const post = async () => {
    while (left-- > 0) await client.post(`/project/${project}/tasks`, { template_id });
  };
  await Promise.all(Array.from({ length: POSTS_AT_ONCE }, post));
}

/** Every task is also started and finished, so that no more are active than there are claimers. */
async function measure(runners) {
  const times = [];
  let left = CLAIMS;
  const work = async (runner) => {
    while (left-- > 0) {
      const began = performance.now();
      const ref = await runner.claim();
      times.push(performance.now() - began);
      if (!ref) throw new Error("a claim came back empty");
      await runner.begin(ref);
      await runner.finish(ref);
    }
  };
  const began = performance.now();
  await Promise.all(runners.map(work));
  const seconds = (performance.now() - began) / 1000;
  return {
    "claimed, begun and ended a second": Math.round(CLAIMS / seconds),
    "claim, median ms": Number(median(times).toFixed(1)),
    "claim, p95 ms": Number(percentile(times, 95).toFixed(1)),
  };
}
