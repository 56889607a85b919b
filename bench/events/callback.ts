import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { CALLBACK_PLUGIN, EVENTS_VARIABLE, MARK_VARIABLE } from "@/runner/apps/ansible/callback-plugin";

type Kind = "without" | "with" | "timed";
type Played = { seconds: number; processor: number };
type Row = { round: number; plugin: Kind } & Played & { load: number };

/** Swapped in every other round, so that a load that rises hits both. */
const PAIR = ["without", "with"] as const satisfies Kind[];

/** Counts the processor time inside of the plugin, which no noise of other programs hides. */
const TIMED = `
import atexit

spent = [0.0]


def timed(method):
    def run(*args, **kwargs):
        began = time.thread_time()
        try:
            return method(*args, **kwargs)
        finally:
            spent[0] += time.thread_time() - began

    return run


for name in [name for name in vars(CallbackModule) if name.startswith("v2_")]:
    setattr(CallbackModule, name, timed(getattr(CallbackModule, name)))
atexit.register(lambda: write_file(os.environ["BENCH_SPENT"], spent[0]))
`;

/** What the callback plugin costs a run: by turns without it and with its events, the same playbook on local hosts. */
export async function callbackCost(hosts: number, steps: number, rounds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-bench-events-"));
  try {
    prepare(folder, hosts, steps);
    const rows: Row[] = [];
    for (let round = 1; round <= rounds; round++)
      for (const plugin of round % 2 ? PAIR : PAIR.toReversed()) {
        const row = { round, plugin, load: rounded(loadavg()[0] ?? 0), ...(await play(folder, plugin)) };
        console.log(JSON.stringify(row));
        rows.push(row);
      }
    console.log(`with ÷ without: time ${ratios(rows, "seconds")}, processor time ${ratios(rows, "processor")}`);
    const { processor } = await play(folder, "timed");
    const inside = Number(readFileSync(join(folder, "spent"), "utf8"));
    const each = `${((1e6 * inside) / (hosts * steps)).toFixed(0)} µs a result`;
    console.log(
      `inside the plugin: ${inside.toFixed(2)} s of ${processor} s, ${((100 * inside) / processor).toFixed(1)} %, ${each}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function prepare(folder: string, hosts: number, steps: number): void {
  for (const [name, plugin] of Object.entries({ with: CALLBACK_PLUGIN, timed: CALLBACK_PLUGIN + TIMED })) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "signalbox.py"), plugin);
  }
  const names = Array.from({ length: hosts }, (_, n) => `host-${n} ansible_connection=local`);
  writeFileSync(join(folder, "hosts"), names.join("\n"));
  const tasks = Array.from({ length: steps }, (_, n) => `    - { name: step ${n}, debug: { msg: "message ${n}" } }`);
  writeFileSync(join(folder, "site.yml"), ["- hosts: all", "  gather_facts: false", "  tasks:", ...tasks].join("\n"));
}

async function play(folder: string, plugin: Kind): Promise<Played> {
  const events = {
    ANSIBLE_CALLBACK_PLUGINS: join(folder, plugin),
    BENCH_SPENT: join(folder, "spent"),
    [EVENTS_VARIABLE]: join(folder, "events"),
    [MARK_VARIABLE]: "bench",
  };
  const env = { ...process.env, ...(plugin !== "without" && events) };
  const began = performance.now();
  const before = childTicks();
  const child = spawn("ansible-playbook", ["-i", "hosts", "site.yml"], { cwd: folder, env, stdio: "ignore" });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  if (code !== 0) throw new Error(`ansible-playbook ended with ${code}`);
  const seconds = rounded((performance.now() - began) / 1_000);
  return { seconds, processor: (childTicks() - before) / 100 };
}

/** Of each round, because the load changes. */
function ratios(rows: Row[], of: "seconds" | "processor"): string {
  const ofRound = (plugin: Kind, round: number) =>
    rows.find((row) => row.plugin === plugin && row.round === round)?.[of] ?? Number.NaN;
  const rounds = rows.filter(({ plugin }) => plugin === "with");
  const each = rounds.map((row) => row[of] / ofRound("without", row.round));
  const middle = each.toSorted((one, other) => one - other)[Math.floor(each.length / 2)] ?? 0;
  return `${middle.toFixed(3)} (${each.map((ratio) => ratio.toFixed(2)).join(", ")})`;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Processor time of all children that have ended, in hundredths of a second. */
function childTicks(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[13]) + Number(fields[14]);
}
