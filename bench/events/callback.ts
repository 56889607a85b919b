import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CALLBACK_PLUGIN, EVENTS_VARIABLE, MARK_VARIABLE } from "@/runner/apps/ansible/callback-plugin";

const ROUNDS = 3;

type Row = { events: string; seconds: string; processor: string };

/** What the callback plugin costs a run: by turns without and with events, the same playbook on local hosts. */
export async function callbackCost(hosts: number, steps: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-events-"));
  try {
    mkdirSync(join(folder, "callback"));
    writeFileSync(join(folder, "callback/signalbox.py"), CALLBACK_PLUGIN);
    const names = Array.from({ length: hosts }, (_, n) => `host-${n} ansible_connection=local`);
    writeFileSync(join(folder, "hosts"), names.join("\n"));
    const tasks = Array.from({ length: steps }, (_, n) => `    - { name: step ${n}, debug: { msg: "message ${n}" } }`);
    writeFileSync(join(folder, "site.yml"), ["- hosts: all", "  gather_facts: false", "  tasks:", ...tasks].join("\n"));
    const rows: Row[] = [];
    for (let round = 0; round < ROUNDS; round++) rows.push(await play(folder, false), await play(folder, true));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function play(folder: string, reports: boolean): Promise<Row> {
  const events = { [EVENTS_VARIABLE]: join(folder, "events"), [MARK_VARIABLE]: "bench" };
  const env = { ...process.env, ANSIBLE_CALLBACK_PLUGINS: join(folder, "callback"), ...(reports && events) };
  const began = performance.now();
  const before = childTicks();
  const child = spawn("ansible-playbook", ["-i", "hosts", "site.yml"], { cwd: folder, env, stdio: "ignore" });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`ansible-playbook ended with ${code}`);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return {
    events: reports ? "with" : "without",
    seconds,
    processor: `${((childTicks() - before) / 100).toFixed(1)} s`,
  };
}

/** Processor time of all children that have ended, in hundredths of a second. */
function childTicks(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[13]) + Number(fields[14]);
}
