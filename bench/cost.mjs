import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PARTS, spent } from "./processor.mjs";
import { startProduct, until } from "./product.mjs";

/**
 * What an echo task costs: processor time of the web process, the runner and Postgres, children not counted. One after
 * the other, then a burst, and again one after the other when the code is warm. Unlike times on the clock, these hardly
 * depend on what else the machine does.
 */
const ALONE = 60;
const BURST = 100;
const WARM_UP = 20;

export async function cost() {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  const scripts = ["a.sh", "b.sh", "c.sh", "d.sh"];
  for (const name of scripts) await writeFile(join(folder, name), "echo hello\n");
  const product = await startProduct();
  try {
    const { project, templates } = await product.client.project(folder, "", scripts);
    const post = (n) => product.client.post(`/project/${project}/tasks`, { template_id: templates[n % 4].id });
    // One small reply for each task, so that asking costs next to nothing beside the tasks.
    const ended = async (ids) => {
      for (const id of ids) await until(async () => (await product.client.get(`/project/${project}/tasks/${id}`)).end);
    };
    const alone = async (count) => {
      for (let n = 0; n < count; n++) {
        const { id } = await post(n);
        await pause(300);
        await ended([id]);
      }
    };
    const atOnce = async () => {
      const tasks = await Promise.all(Array.from({ length: BURST }, (_, n) => post(n)));
      await ended(tasks.map(({ id }) => id));
    };
    await alone(WARM_UP);
    const rows = [];
    for (const [tasks, count, run] of [
      [`${ALONE} one after the other`, ALONE, () => alone(ALONE)],
      [`${BURST} at once`, BURST, atOnce],
      [`${ALONE} one after the other, after these`, ALONE, () => alone(ALONE)],
    ])
      rows.push({ tasks, ...(await measured(product, count, run)) });
    console.table(rows);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds of processor time for each task, less what the idle product spends in the same time. */
async function measured({ pid }, count, run) {
  const idle = await spent(pid, () => pause(3000));
  const busy = await spent(pid, run);
  const row = { seconds: round(busy.ms / 1000) };
  let total = 0;
  for (const part of PARTS) {
    const each = (busy[part] - (idle[part] / idle.ms) * busy.ms) / count;
    row[`${part} ms`] = round(each);
    total += each;
  }
  return { ...row, "ms in all": round(total) };
}

const round = (value) => Math.round(value * 10) / 10;
