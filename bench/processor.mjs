import { readdir, readFile } from "node:fs/promises";

const TICKS_PER_SECOND = 100;

/** The parts of the product; children of the runner are none of them. */
export const PARTS = ["web", "runner", "db"];

/** Milliseconds on the clock, and of processor time in each part, while `run` runs. */
export async function spent(pid, run) {
  const before = await processorTimes(pid);
  const began = performance.now();
  await run();
  const ms = performance.now() - began;
  const after = await processorTimes(pid);
  const sum = { ms, web: 0, runner: 0, db: 0 };
  for (const [id, { part, time }] of after) sum[part] += time - (before.get(id)?.time ?? 0);
  return sum;
}

async function processorTimes(supervisor) {
  const parts = new Map();
  for (const { pid, part, time } of await processesOf(supervisor)) parts.set(pid, { part, time });
  return parts;
}

/** The largest memory so far of the runner's process, in MB. */
export async function peakOfRunner(supervisor) {
  const runner = (await processesOf(supervisor)).find(({ part }) => part === "runner");
  const status = await readFile(`/proc/${runner.pid}/status`, "utf8");
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)[1]) / 1024);
}

/** Those below the supervisor; Postgres's own backends have Postgres as their parent. */
async function processesOf(supervisor) {
  const all = new Map();
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    try {
      const [stat, command] = await Promise.all([
        readFile(`/proc/${pid}/stat`, "utf8"),
        readFile(`/proc/${pid}/cmdline`, "utf8"),
      ]);
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const time = ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
      all.set(Number(pid), { parent: Number(fields[1]), command, time });
    } catch {
      // It has ended in between.
    }
  }
  return [...all]
    .map(([pid, { parent, command, time }]) => ({ pid, time, part: partOf(command, all.get(parent)?.command ?? "") }))
    .filter(({ pid, part }) => part && isBelow(all, pid, supervisor));
}

function partOf(command, parentCommand) {
  if (command.includes("dist/server.mjs")) return "web";
  if (command.includes("dist/runner.mjs")) return "runner";
  return parentCommand.includes("bin/postgres\0-D") ? "db" : null;
}

function isBelow(all, pid, ancestor) {
  for (let at = pid; all.has(at); at = all.get(at).parent) if (at === ancestor) return true;
  return false;
}
