import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { matrix } from "./matrix.mjs";
import { PARTS, spent } from "./processor.mjs";
import { median, startProduct, until } from "./product.mjs";

const SIZES = {
  full: { nodes: 50, items: 1000, probes: 20, turns: 3 },
  smoke: { nodes: 4, items: 20, probes: 2, turns: 1 },
};
const SINGLE = "single tasks";
const CHAIN = "chain of nodes";

/** What workflows cost beside single tasks, and what other projects notice of a large matrix. */
export async function workflows(form = "full") {
  await chain(SIZES[form]);
  await matrix(SIZES[form]);
}

/** A chain of echo nodes, and as many single tasks of the same template, which run one after the other as well; by turns. */
async function chain({ nodes, turns }) {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  await writeFile(join(folder, "echo.sh"), "echo hello\n");
  const product = await startProduct();
  try {
    const { client } = product;
    const { project, templates } = await client.project(folder, "", ["echo.sh"]);
    const workflow = await client.post(`/project/${project}/templates`, {
      name: "Chain",
      app: "workflow",
      graph: chainOf(templates[0].id, nodes),
    });
    const post = (template) => client.post(`/project/${project}/tasks`, { template_id: template.id });
    const kinds = {
      [SINGLE]: () => Promise.all(Array.from({ length: nodes }, () => post(templates[0]))),
      [CHAIN]: async () => [await post(workflow)],
    };
    const measure = (start) => measured(product, nodes, () => toEnd(client, project, start));
    for (const start of Object.values(kinds)) await measure(start);
    const rows = [];
    for (let turn = 1; turn <= turns; turn++)
      for (const [what, start] of Object.entries(kinds)) rows.push({ turn, what, ...(await measure(start)) });
    console.table(rows);
    console.table([ratios(rows)]);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const chainOf = (template_id, count) => ({
  nodes: Array.from({ length: count }, (_, n) => ({ kind: "template", key: `n${n}`, template_id })),
  edges: Array.from({ length: count - 1 }, (_, n) => ({ from: `n${n}`, to: `n${n + 1}` })),
});

/** Hears of the ends from the socket, so that asking for them costs nothing. */
async function toEnd(client, project, start) {
  const socket = await client.socket();
  try {
    await new Promise((resolve) => socket.emit("project", project, resolve));
    const ends = new Map();
    socket.on("task", ({ task_id, status, end }) => end && ends.set(task_id, status));
    const started = await start();
    await until(() => started.every(({ id }) => ends.has(id)), 300_000);
    if (started.some(({ id }) => ends.get(id) !== "success")) throw new Error("a task failed");
  } finally {
    socket.close();
  }
}

async function measured({ pid }, tasks, run) {
  const [load] = loadavg();
  const busy = await spent(pid, run);
  const row = { seconds: round(busy.ms / 1000) };
  let total = 0;
  for (const part of PARTS) {
    row[`${part} ms a task`] = round(busy[part] / tasks);
    total += busy[part];
  }
  return { ...row, "ms in all": round(total / tasks), load: round(load) };
}

/** Of neighbours in time, whose load is alike. */
function ratios(rows) {
  const ofTurns = (column) => {
    const turns = rows.filter(({ what }) => what === CHAIN).map((row, n) => row[column] / rows[2 * n][column]);
    return `${median(turns).toFixed(2)} (${turns.map((ratio) => ratio.toFixed(2)).join(", ")})`;
  };
  return { "chain ÷ single tasks": "median (turns)", time: ofTurns("seconds"), "processor time": ofTurns("ms in all") };
}

const round = (value) => Math.round(value * 10) / 10;
