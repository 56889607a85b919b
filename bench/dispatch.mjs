import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, percentile, startProduct, until } from "./product.mjs";

/**
 * Time from POST /tasks to the script's first statement, and to its output in a connected browser's socket, on an idle
 * instance, with a local-path repository and with one mirrored over git.
 */
const ROUNDS = { full: 30, smoke: 2 };

export async function dispatch(form = "full") {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  await writeFile(join(folder, "hello.sh"), "echo first line of the script at $EPOCHREALTIME\n");
  const bare = `${folder}.git`;
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "hello");
  git("clone", "-q", "--bare", folder, bare);
  const { client, stop } = await startProduct();
  try {
    const rows = [];
    for (const [name, url, branch] of [
      ["local path", folder, ""],
      ["mirrored git", `file://${bare}`, "main"],
    ]) {
      rows.push({ repository: name, ...(await measure(client, url, branch, ROUNDS[form])) });
    }
    console.table(rows);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
    await rm(bare, { recursive: true, force: true });
  }
}

async function measure(client, url, branch, rounds) {
  const { project, templates } = await client.project(url, branch, ["hello.sh"]);
  const socket = await client.socket();
  const firstSeen = new Map();
  const look = (id, text) => {
    const [, seconds] = /first line of the script at ([\d.]+)/.exec(text) ?? [];
    if (seconds && !firstSeen.has(id)) firstSeen.set(id, { seen: now(), stated: Number(seconds) * 1000 });
  };
  socket.on("log", ({ task_id, text }) => look(task_id, text));
  // Like the log dialog: subscribe first, then fetch the earlier lines.
  const watch = (id) =>
    socket.emit("watch", project, id, async ({ log_lines }) => {
      if (log_lines === 0) return;
      const lines = await client.get(`/project/${project}/tasks/${id}/output?from=0&limit=500`);
      for (const { output } of lines) look(id, output);
    });
  await new Promise((resolve) => socket.emit("project", project, resolve));
  const seen = [];
  const stated = [];
  for (let round = 0; round < rounds; round++) {
    const began = now();
    const { id } = await client.post(`/project/${project}/tasks`, { template_id: templates[0].id });
    watch(id);
    const first = await until(() => firstSeen.get(id), 10_000).catch(() => null);
    if (first === null) throw new Error(`task ${id} showed no line`);
    seen.push(first.seen - began);
    stated.push(first.stated - began);
    await until(async () => (await client.get(`/project/${project}/tasks/${id}`)).status === "success");
  }
  socket.close();
  const rounded = (times) => `${Math.round(median(times))}, ${Math.round(percentile(times, 95))}`;
  return { rounds, "first statement: median, p95 ms": rounded(stated), "in a browser: median, p95 ms": rounded(seen) };
}

/** By the clock that the script reads, too. */
const now = () => performance.timeOrigin + performance.now();
