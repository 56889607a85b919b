import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, percentile, startProduct, until } from "./product.mjs";

/**
 * Time from POST /tasks to the script's first output line in a connected browser's socket, on an idle instance,
 * with a local-path repository and with one mirrored over git.
 */
const ROUNDS = { full: 30, smoke: 2 };

export async function dispatch(form = "full") {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-repo-"));
  await writeFile(join(folder, "hello.sh"), "echo first line of the script\n");
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
    if (!firstSeen.has(id) && text.includes("first line of the script")) firstSeen.set(id, performance.now());
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
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const { id } = await client.post(`/project/${project}/tasks`, { template_id: templates[0].id });
    watch(id);
    const seen = await until(() => firstSeen.get(id), 10_000).catch(() => null);
    if (seen === null) throw new Error(`task ${id} showed no line`);
    times.push(seen - began);
    await until(async () => (await client.get(`/project/${project}/tasks/${id}`)).status === "success");
  }
  socket.close();
  return { rounds, "median ms": Math.round(median(times)), "p95 ms": Math.round(percentile(times, 95)) };
}
