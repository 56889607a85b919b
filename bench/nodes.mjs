import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { productFolder, startProduct, until } from "./product.mjs";

const TOKEN = "registration-token-of-the-bench";
/** `nodes`: web processes on one port, and runners that take two tasks at a time. */
const SIZES = {
  full: {
    warmUp: 40,
    tasks: 200,
    nodes: [
      [1, 1],
      [2, 4],
      [3, 8],
    ],
  },
  smoke: { warmUp: 4, tasks: 8, nodes: [[2, 2]] },
};

/** How many echo tasks a second end as web processes and runners are added; on few cores the aim is not to lose any. */
export async function nodes(form = "full") {
  const size = SIZES[form];
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  const scripts = ["a.sh", "b.sh", "c.sh", "d.sh"];
  for (const name of scripts) await writeFile(join(folder, name), "echo hello\n");
  const rows = [];
  try {
    for (const [web, runners] of size.nodes)
      rows.push(await measure(folder, scripts, { ...size, web, count: runners }));
    console.table(rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder, scripts, { web, count, warmUp, tasks }) {
  const product = await startProduct({
    SIGNALBOX_WEB_PROCESSES: String(web),
    SIGNALBOX_LOCAL_RUNNER: "off",
    SIGNALBOX_RUNNER_REGISTRATION_TOKEN: TOKEN,
    SIGNALBOX_LOG_LEVEL: "warn",
  });
  const { client, dataDir } = product;
  const runners = Array.from({ length: count }, (_, n) => startRunner(client.url, join(dataDir, `runner-${n}`)));
  try {
    await until(async () => (await client.get("/runners")).filter(({ connected }) => connected).length === count);
    const { project, templates } = await client.project(folder, "", scripts, { allow_parallel_tasks: true });
    const run = async (wanted) => {
      const began = performance.now();
      const posts = Array.from({ length: wanted }, (_, n) =>
        client.post(`/project/${project}/tasks`, { template_id: templates[n % 4].id }),
      );
      const ids = (await Promise.all(posts)).map(({ id }) => id);
      await until(async () => {
        const list = await client.get(`/project/${project}/tasks`);
        return list.filter(({ id, end }) => end && ids.includes(id)).length === wanted;
      }, 120_000);
      return (performance.now() - began) / 1000;
    };
    await run(warmUp);
    const seconds = await run(tasks);
    return { "web processes": web, runners: count, tasks, "per second": (tasks / seconds).toFixed(1) };
  } finally {
    for (const runner of runners) await stop(runner);
    await product.stop();
  }
}

const startRunner = (url, dataDir) =>
  spawn(process.execPath, ["dist/runner.mjs"], {
    cwd: productFolder(),
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      SIGNALBOX_URL: url,
      SIGNALBOX_RUNNER_REGISTRATION_TOKEN: TOKEN,
      SIGNALBOX_RUNNER_MAX_PARALLEL: "2",
      SIGNALBOX_RUNNER_DRAIN_SECONDS: "0",
      SIGNALBOX_RUNNER_DATA_DIR: dataDir,
    },
  });

async function stop(runner) {
  if (runner.exitCode !== null) return;
  const ended = new Promise((resolve) => runner.once("exit", resolve));
  runner.kill("SIGTERM");
  await ended;
}
