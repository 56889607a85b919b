import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { MAX_LINE_BYTES } from "@/lib/protocol/log";
import type { ConsoleTask } from "../support/console";
import { repository } from "../support/job";
import { commit, makeRepository } from "../support/repositories";
import type { RunnerProcess } from "../support/runner-process";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

/** Limits of a task's effect on the runner and of the machine: small here, full size with SIGNALBOX_TEST_LONG=1. */
const LONG = process.env.SIGNALBOX_TEST_LONG === "1";
const site = runnerSite();

const memoryOf = ({ pid }: RunnerProcess): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function run(script: string, timeoutMs = 60_000): Promise<{ task: ConsoleTask; megabytes: number }> {
  site.write("run.sh", script);
  const runner = await site.start();
  const task = site.console.add({ repository: site.files });
  await site.console.finished(task, timeoutMs);
  return { task, megabytes: memoryOf(runner) };
}

describe("output", () => {
  const size = LONG ? 1024 : 48;

  test(`of one line of ${size} MB is split into lines, and the runner's memory stays small`, async () => {
    const { task, megabytes } = await run(
      `head -c ${size}M /dev/zero | tr '\\0' x; echo; echo the end\n`,
      LONG ? 300_000 : 60_000,
    );
    process.stderr.write(`one line of ${size} MB: runner at most ${Math.round(megabytes)} MB\n`);
    expect(task.status).toBe("success");
    const lines = site.console.output(task);
    expect(lines.at(-1)).toBe("the end");
    expect(task.lines.every((line) => line.length <= MAX_LINE_BYTES)).toBe(true);
    const bytes = lines.slice(0, -1).reduce((sum, line) => sum + line.length, 0);
    const marks = task.lines.filter((line) => /^signalbox: \d+ lines are left out here/.test(line));
    if (LONG) expect(marks).toHaveLength(1);
    else expect({ bytes, marks }).toEqual({ bytes: size * 1024 * 1024, marks: [] });
    expect(megabytes).toBeLessThan(400);
  }, 310_000);

  test("beyond the runner's limit leaves a beginning, one marker and the end, and the task continues", async () => {
    site.write("run.sh", "for i in $(seq 1 20); do seq -f 'line %.0f' 1 20000; done; echo the end\n");
    await site.start({ SIGNALBOX_RUNNER_MAX_LOG_MB: "1" });
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.status).toBe("success");
    const lines = site.console.output(task);
    const marks = task.lines.filter((line) => /^signalbox: \d+ lines are left out here/.test(line));
    expect(marks).toHaveLength(1);
    expect(lines.length + Number(/\d+/.exec(marks[0] ?? "")?.[0])).toBeGreaterThanOrEqual(400_001);
    expect([lines[0], lines.at(-1)]).toEqual(["line 1", "the end"]);
    expect(lines.join("\n").length).toBeLessThan(2.2 * 1024 * 1024);
  });

  test("that is binary becomes valid lines of text", async () => {
    const { task, megabytes } = await run("head -c 6M /dev/urandom; printf '\\0\\377\\0\\n'; echo the end\n");
    expect(task.status).toBe("success");
    expect(site.console.output(task).at(-1)).toBe("the end");
    expect(task.lines.join("\n")).not.toContain("\0");
    expect(task.finish?.total_lines).toBe(task.lines.length);
    expect(megabytes).toBeLessThan(400);
  });

  test("without line ends, in small pieces, arrives complete", async () => {
    const { task } = await run("for i in $(seq 1 300); do printf %s $i,; done; sleep 0.2; printf done\n");
    expect(site.console.output(task)).toEqual([
      `${Array.from({ length: 300 }, (_, index) => `${index + 1},`).join("")}done`,
    ]);
  });
});

describe("a clock that jumps by years", () => {
  const clock = pathToFileURL(fileURLToPath(new URL("../support/jumping-clock.mjs", import.meta.url))).href;
  const start = () => site.start({ NODE_OPTIONS: `--import ${clock}` });

  test("affects neither the log, nor time limits, nor the leases", async () => {
    site.write("run.sh", "for i in $(seq 1 40); do echo count $i; sleep 0.05; done\n");
    site.write("slow.sh", "echo up; sleep 60\n");
    await start();
    const counting = site.console.add({ repository: site.files, timeout_seconds: 30 });
    const limited = site.console.add({ repository: site.files, playbook: "slow.sh", timeout_seconds: 1 });
    await Promise.all([counting, limited].map((task) => site.console.finished(task)));
    expect(site.console.output(counting)).toEqual(Array.from({ length: 40 }, (_, index) => `count ${index + 1}`));
    expect(counting.status).toBe("success");
    expect(limited.finish).toMatchObject({ result: "error", reason: "timed_out" });
  });
});

describe("a repository too large for the disk", () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) execFileSync("umount", ["-l", folder]);
  });

  requireTool("mount")("is reported and removed, and the runner continues", async ({ skip }) => {
    const origin = makeRepository(join(site.folder, "large"), { "run.sh": "echo large\n" });
    execFileSync("sh", ["-c", `head -c 6000000 /dev/urandom > ${origin}/noise`]);
    commit(origin, {}, "noise");
    const small = makeRepository(join(site.folder, "small"), { "run.sh": "echo small\n" });
    mkdirSync(site.dataDir);
    try {
      const options = ["-t", "tmpfs", "-o", "size=3000k,mode=700", "tmpfs", site.dataDir];
      execFileSync("mount", options, { stdio: "ignore" });
    } catch {
      process.stderr.write("skipped: a small disk cannot be mounted here\n");
      skip();
    }
    mounted.push(site.dataDir);
    const runner = await site.start();
    const large = site.console.add({ repository: repository(`file://${origin}`) });
    await site.console.finished(large);
    expect(large.finish, large.lines.join("\n")).toMatchObject({ result: "error", reason: "no_space" });
    expect(large.lines.at(-1)).toBe("signalbox: the runner's disk is full");
    const next = site.console.add({ repository: repository(`file://${small}`) });
    await site.console.finished(next);
    expect(site.console.output(next)).toEqual(["small"]);
    expect(runner.child.exitCode).toBeNull();
    const left = readdirSync(join(site.dataDir, "mirrors"), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes("/tmp_"))).toEqual([]);
  });
});

describe("an environment too large for a process", () => {
  test("is reported, and the runner continues", async () => {
    site.write("run.sh", "echo fine\n");
    await site.start();
    const huge = site.console.add({ repository: site.files, env: { HUGE: "x".repeat(900_000) } });
    await site.console.finished(huge);
    expect(huge.finish).toMatchObject({ result: "error", reason: "settings_invalid" });
    expect(huge.lines.at(-1)).toMatch(/arguments and variables together are too large/);
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`V${index}`, "x".repeat(20)]));
    const fine = site.console.add({ repository: site.files, env: many });
    await site.console.finished(fine);
    expect(fine.status).toBe("success");
  });
});
