import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { STOP_LADDERS } from "@/runner/process";
import { markedProcesses } from "@/runner/process/sweep";
import type { ConsoleTask } from "../support/console";
import { repository } from "../support/job";
import { type Listening, listen } from "../support/listen";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";

const site = runnerSite();
/** A gentle stop of a task that ignores signals takes this long. */
const LADDER_MS = STOP_LADDERS.gentle.reduce((sum, { waitMs }) => sum + waitMs, 0);
const RESTARTED = "signalbox: the runner was restarted; the log ends here";

/** Pids of all processes started by the attempts on disk. */
async function taskProcesses(): Promise<number[]> {
  const marks = site
    .attempts()
    .map((name) => JSON.parse(readFileSync(join(site.dataDir, "attempts", name, "state.json"), "utf8")).mark);
  return (await Promise.all(marks.map((mark) => markedProcesses(mark)))).flat();
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1") !== "";
  } catch {
    // It has ended, perhaps while it was read.
    return false;
  }
}
const printed = (task: ConsoleTask, line: string): Promise<void> =>
  site.console.until(`the task prints ${line}`, () => task.lines.includes(line));

/** A task that counts slowly enough to be disturbed; it fails if it runs twice. */
function counting(lines: number, everySeconds = 0.01): ConsoleTask {
  site.write(
    "run.sh",
    `mkdir once || exit 9\nfor i in $(seq 1 ${lines}); do echo "count $i"; sleep ${everySeconds}; done\n`,
  );
  return site.console.add({ repository: site.files });
}

const counted = (lines: number): string[] => Array.from({ length: lines }, (_, index) => `count ${index + 1}`);

describe("stopping a task", () => {
  test("ends it gently, with all its processes", async () => {
    site.write(
      "run.sh",
      "trap 'echo cleaning up; exit 1' INT\nsetsid sleep 300 &\nsleep 300 &\necho up\nwhile :; do sleep 0.05; done\n",
    );
    await site.start();
    const task = site.console.add({ repository: site.files });
    await printed(task, "up");
    const pids = await taskProcesses();
    expect(pids.length).toBeGreaterThanOrEqual(3);
    site.console.stop(task);
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "stopped", reason: "stopped_by_user" });
    expect(task.lines).toContain("cleaning up");
    expect(task.lines.at(-1)).toBe("signalbox: stopped on request");
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test("by force immediately ends one that ignores signals", async () => {
    site.write("run.sh", "trap '' INT TERM\necho up\nwhile :; do sleep 0.05; done\n");
    await site.start();
    const task = site.console.add({ repository: site.files });
    await printed(task, "up");
    const pids = await taskProcesses();
    site.console.stop(task);
    await sleep(300);
    expect(task.status).toBe("stopping");
    const began = performance.now();
    site.console.stop(task, "kill");
    await site.console.finished(task);
    expect(performance.now() - began).toBeLessThan(LADDER_MS);
    expect(task.finish?.result).toBe("stopped");
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test("that the console declared lost ends it without a report", async () => {
    const task = counting(10_000);
    await site.start();
    await printed(task, "count 5");
    const pids = await taskProcesses();
    task.attempt++;
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(task.finish).toBeNull();
  });
});

describe("the connection", () => {
  const seconds = process.env.SIGNALBOX_TEST_LONG === "1" ? 30 : 2;

  test(`may be down for ${seconds} seconds: the task continues and its log is complete`, async () => {
    const lines = seconds * 110;
    const task = counting(lines);
    const runner = await site.start();
    await printed(task, "count 50");
    await site.console.goAway();
    await sleep(seconds * 1_000);
    await site.console.comeBack();
    await site.console.finished(task, 90_000);
    expect(task.status).toBe("success");
    expect(site.console.output(task)).toEqual(counted(lines));
    expect(runner.output).toMatch(/the server at \S+ cannot be reached/);
    expect(runner.output).toContain("the server answers again");
  }, 120_000);

  test("may lose any request and any response: everything happens once", async () => {
    for (const how of ["cut", "lose-answer", 503] as const) {
      for (const path of [/poll/, /begin/, /log/, /progress/, /finish/]) site.console.fail(path, how);
    }
    const task = counting(300);
    await site.start();
    await site.console.finished(task, 60_000);
    expect(task.status).toBe("success");
    expect(task.attempt).toBe(1);
    expect(site.console.output(task)).toEqual(counted(300));
    expect(task.progress.stages).toHaveLength(3);
  });

  test("that is down for half the console's timeout ends the task, which is reported on reconnect", async () => {
    site.console.settings.lost_after_seconds = 10;
    const task = counting(100_000);
    await site.start();
    await printed(task, "count 5");
    const pids = await taskProcesses();
    await site.console.goAway();
    await site.console.until("the task is ended", () => pids.filter(isAlive).length === 0);
    await site.console.comeBack();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_lost" });
    expect(task.lines.at(-1)).toBe("signalbox: stopped because the console could not be reached for too long");
    const output = site.console.output(task);
    expect(output).toEqual(counted(output.length));
  });

  test("that lost lines the server had not stored sends them again", async () => {
    const task = counting(200);
    await site.start();
    await printed(task, "count 100");
    task.lines.length = 20;
    await site.console.finished(task);
    expect(site.console.output(task)).toEqual(counted(200));
  });

  test("whose server doesn't know the runner ends its tasks and the runner", async () => {
    const task = counting(10_000);
    const runner = await site.start();
    await printed(task, "count 5");
    const pids = await taskProcesses();
    site.console.token = "another token";
    expect(await runner.exited).toBe(1);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(runner.output).toContain("unknown token");
  });
});

describe("a runner that is killed", () => {
  test("ends its tasks when it restarts, and reports where their log ends", async () => {
    site.write("run.sh", 'setsid sleep 300 &\nfor i in $(seq 1 10000); do echo "count $i"; sleep 0.01; done\n');
    const task = site.console.add({ repository: site.files });
    const runner = await site.start();
    await printed(task, "count 50");
    const pids = await taskProcesses();
    await runner.kill("SIGKILL");
    await site.start();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted", exit_code: null });
    expect(pids.filter(isAlive)).toEqual([]);
    const output = task.lines.filter((line) => line.startsWith("count"));
    expect(output).toEqual(counted(output.length));
    expect(output.length).toBeGreaterThanOrEqual(50);
    expect(task.lines.at(-1)).toBe(RESTARTED);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
  });

  test("ends its tasks too, even if it is never restarted", async () => {
    site.write("run.sh", "trap '' HUP INT TERM\nsleep 300 &\necho up\nwhile :; do sleep 0.05; done\n");
    const task = site.console.add({ repository: site.files });
    const runner = await site.start();
    await printed(task, "up");
    const pids = await taskProcesses();
    await runner.kill("SIGKILL");
    await site.console.until("no process is left", () => pids.filter(isAlive).length === 0);
  });

  test("before its task began returns the task, which runs once", async () => {
    site.console.fail(/begin/, "cut", 1_000);
    const task = counting(5);
    const runner = await site.start();
    await site.console.until("the runner asks to begin", () =>
      site.console.calls.some(({ path }) => path.endsWith("/begin")),
    );
    await runner.kill("SIGKILL");
    site.console.clearFaults();
    await site.start();
    await site.console.finished(task);
    expect(task).toMatchObject({ status: "success", attempt: 2 });
    expect(site.console.output(task)).toEqual(counted(5));
  });

  requireTool("terraform")("during an apply ends that task when it restarts", async () => {
    const started = join(site.folder, "started");
    const command = `echo once >> ${started}; sleep 300`;
    site.write(
      "main.tf",
      `resource "terraform_data" "slow" {\n  provisioner "local-exec" { command = "${command}" }\n}\n`,
    );
    const task = site.console.add({ repository: site.files, app: "terraform", playbook: "" });
    const runner = await site.start();
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    site.console.confirm(task);
    await site.console.until("the apply has begun", () => existsSync(started));
    await runner.kill("SIGKILL");
    await site.start();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted", exit_code: null });
    expect(task.lines.at(-1)).toBe(RESTARTED);
    expect(readFileSync(started, "utf8")).toBe("once\n");
  });

  test("after the end of its task still reports the result", async () => {
    site.console.fail(/finish/, "cut", 1_000);
    const task = counting(5);
    const runner = await site.start();
    await site.console.until("the runner reports", () =>
      site.console.calls.some(({ path }) => path.endsWith("/finish")),
    );
    await runner.kill("SIGKILL");
    site.console.clearFaults();
    await site.start();
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "success", exit_code: 0 });
    expect(site.console.output(task)).toEqual(counted(5));
  });

  test("with an unavailable server sends the rest of the log from disk", async () => {
    const task = counting(10_000);
    const runner = await site.start();
    await printed(task, "count 20");
    await site.console.goAway();
    const before = task.lines.length;
    const spooled = () => readFileSync(join(site.dataDir, "attempts", "1-1", "spool"), "utf8").match(/^count /gm);
    await site.console.until("the spool is ahead", () => (spooled()?.length ?? 0) > before + 50);
    await runner.kill("SIGKILL");
    await site.console.comeBack();
    await site.start();
    await site.console.finished(task);
    const output = task.lines.filter((line) => line.startsWith("count"));
    expect(output).toEqual(counted(output.length));
    expect(output.length).toBeGreaterThan(before + 30);
    expect(task.lines.at(-1)).toBe(RESTARTED);
  });

  test("and whose spool is truncated reports how much is missing", async () => {
    const task = counting(10_000);
    const runner = await site.start();
    await printed(task, "count 50");
    await runner.kill("SIGKILL");
    const spool = join(site.dataDir, "attempts", "1-1", "spool");
    truncateSync(spool, statSync(spool).size - 5);
    await site.start();
    await site.console.finished(task);
    expect(task.finish?.result).toBe("error");
    expect(task.lines.slice(-2)).toEqual([
      expect.stringMatching(/^signalbox: \d+ bytes of the log were lost here$/),
      RESTARTED,
    ]);
    const output = task.lines.filter((line) => line.startsWith("count"));
    expect(output).toEqual(counted(output.length));
  });

  test("removes folders that are no attempts", async () => {
    mkdirSync(join(site.dataDir, "attempts", "7-1", "home"), { recursive: true });
    mkdirSync(join(site.dataDir, "attempts", "rubbish"), { recursive: true });
    await site.start();
    await site.console.until("the runner is there", () => site.console.hellos.length === 1);
    expect(site.attempts()).toEqual([]);
    expect(site.console.hellos[0]?.attempts).toEqual([]);
  });
});

describe("a full disk", () => {
  const mounted: string[] = [];
  afterEach(() => {
    for (const folder of mounted.splice(0)) execFileSync("umount", ["-l", folder]);
  });

  /** A data directory of a few hundred kilobytes; only root can mount one. */
  function smallDisk(kilobytes: number): boolean {
    mkdirSync(site.dataDir, { recursive: true });
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k,mode=700`, "tmpfs", site.dataDir], {
        stdio: "ignore",
      });
    } catch {
      process.stderr.write("skipped: a small disk cannot be mounted here\n");
      return false;
    }
    mounted.push(site.dataDir);
    return true;
  }

  requireTool("mount")("ends the task that fills it, with the end of its log; others continue", async ({ skip }) => {
    if (!smallDisk(600)) skip();
    site.write("run.sh", "seq -f 'line %.0f of a log that is far too long for this disk' 1 100000; sleep 60\n");
    const runner = await site.start();
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "no_space" });
    const end = task.lines.slice(-3).join("\n");
    expect(end).toMatch(
      /lines are left out here, because the runner's disk is full|stopped because the runner's disk is full/,
    );
    expect(task.lines.at(-1)).toBe("signalbox: stopped because the runner's disk is full");
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    site.write("small.sh", "echo fine\n");
    const next = site.console.add({ repository: site.files, playbook: "small.sh" });
    await site.console.finished(next);
    expect(site.console.output(next)).toEqual(["fine"]);
    expect(runner.child.exitCode).toBeNull();
  });

  requireTool("mount")("without room for a directory is reported too", async ({ skip }) => {
    if (!smallDisk(64)) skip();
    site.write("run.sh", "echo never\n");
    await site.start();
    await site.console.until("the runner is there", () => site.console.hellos.length === 1);
    execFileSync("sh", ["-c", `head -c 200000 /dev/zero > ${site.dataDir}/filler || true`], { stdio: "ignore" });
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "error", reason: "no_space" });
    expect(task.lines.at(-1)).toBe("signalbox: the runner's disk is full");
    expect(readdirSync(site.dataDir)).toContain("filler");
    expect(site.attempts()).toEqual([]);
  });
});

describe("a plan that the console refuses", () => {
  async function runRefused(status: number) {
    const tools = join(site.folder, "tools");
    mkdirSync(tools);
    writeFileSync(join(tools, "terraform"), "#!/bin/sh\ncase $1 in plan) exit 2 ;; show) echo '{}' ;; esac\n", {
      mode: 0o755,
    });
    site.console.fail(/progress/, status, 100);
    const runner = await site.start({ PATH: [tools, process.env.PATH].join(delimiter) });
    const task = site.console.add({ repository: site.files, app: "terraform", playbook: "" });
    await printed(task, "terraform ended with exit code 2: there are changes");
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
    return { task, runner };
  }

  test("because it has given the attempt up ends without a report", async () => {
    const { task, runner } = await runRefused(404);
    expect(site.console.calls.filter(({ path }) => path.endsWith("/finish"))).toEqual([]);
    expect(task.lines.filter((line) => line.startsWith("signalbox:"))).toEqual([]);
    expect(runner.output).not.toContain("Lost");
  });

  test("for another reason ends the task with that reason", async () => {
    const { task } = await runRefused(400);
    expect(task.finish).toMatchObject({ result: "error", reason: "internal" });
    expect(task.lines.at(-1)).toBe("signalbox: HTTP 400");
    expect(task.lines).toContain(
      "signalbox: the console does not take what the runner reports about this task: HTTP 400",
    );
  });
});

describe("a state file that a program spoils", () => {
  let backend: Listening;
  beforeEach(async () => {
    backend = await listen(createServer((_, response) => void response.end('{"version":4}')));
  });
  afterEach(() => backend.stop());

  /** A terraform that puts something else in the place of the state that the runner has downloaded. */
  async function runSpoiling(how: string, planned: number, drift_check: boolean) {
    const tools = join(site.folder, "tools");
    mkdirSync(tools);
    const state = "../kept/workspaces/staging/terraform.tfstate";
    const plan = `rm ${state}; ${how} ${state}; sleep 1; exit ${planned}`;
    writeFileSync(join(tools, "terraform"), `#!/bin/sh\ncase $1 in plan) ${plan} ;; show) echo '{}' ;; esac\n`, {
      mode: 0o755,
    });
    site.console.stateServer = backend.url;
    const access = { path: "/api/state/1/staging", username: "task-1", password: "pass" };
    const kept = { state_id: 1, kind: "terraform", workspace: "staging", lineage: null, passphrase: null } as const;
    const code = makeRepository(join(site.folder, "code"), { "main.tf": "" });
    const runner = await site.start({ PATH: [tools, process.env.PATH].join(delimiter) });
    const task = site.console.add({
      repository: repository(`file://${code}`),
      app: "terraform",
      playbook: "",
      extra_vars: { count: 3 },
      state: { ...kept, ...access },
      drift_check,
    });
    return { task, runner };
  }

  test("into a folder does not change the result of a check", async () => {
    const { task } = await runSpoiling("mkdir", 0, true);
    await site.console.finished(task);
    expect(task.finish, task.lines.join("\n")).toMatchObject({ result: "success" });
    expect(task.lines.at(-1)).toBe("signalbox: in sync");
  });

  test("into a file that cannot be read harms neither the runner nor the plan, and leaves no secrets", async () => {
    const { task, runner } = await runSpoiling("ln -s /proc/self/mem", 2, false);
    await site.console.until("the plan waits", () => task.status === "waiting_confirmation");
    const [attempt = ""] = site.attempts();
    expect(readdirSync(join(site.dataDir, "attempts", attempt))).not.toContain("secrets");
    expect(runner.child.exitCode).toBeNull();
    site.console.stop(task);
    await site.console.until("the directory is removed", () => site.attempts().length === 0);
  });
});
