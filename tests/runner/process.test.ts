import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Stopped, Stopper } from "@/runner/job/stop";
import { type Exit, type Ladder, type RunningProcess, STOP_LADDERS, startProcess } from "@/runner/process";
import { emptyCgroup, openCgroup, ownCgroup } from "@/runner/process/cgroup";
import { findProgram, inheritedEnvironment } from "@/runner/process/environment";
import { lifeOf, startTimeNow } from "@/runner/process/proc";
import { knownStartTimes, StartTimes } from "@/runner/process/start-times";
import { killMarked, markedProcesses } from "@/runner/process/sweep";
import { requireCgroup } from "../support/tools";
import { until } from "../support/until";

const PATH = process.env.PATH ?? "";
const withCgroup = await requireCgroup();
let marks = 0;

type Ran = { process: RunningProcess; mark: string; text: () => string };

/** Starts a bash script as a task's process. */
async function start(script: string, more: Partial<Parameters<typeof startProcess>[0]> = {}): Promise<Ran> {
  const mark = `test-${process.pid}-${++marks}`;
  const parts: Buffer[] = [];
  const running = await startProcess({
    command: "bash",
    args: ["-c", script],
    env: { PATH, SIGNALBOX_TASK_MARK: mark },
    cwd: tmpdir(),
    sweep: { mark, spared: new Set() },
    onOutput: (bytes) => void parts.push(bytes),
    ...more,
  });
  return { process: running, mark, text: () => Buffer.concat(parts).toString() };
}

async function run(script: string): Promise<Exit & { text: string }> {
  const { process: running, mark, text } = await start(script);
  const exit = await running.ended;
  expect(await markedProcesses(mark)).toEqual([]);
  return { ...exit, text: text() };
}

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");

/** Waits for a text of its output, by default a line. */
const printed = (text: () => string, part = "\n") =>
  until(`it prints ${JSON.stringify(part)}`, () => text().includes(part), { everyMs: 5 });

const SHORT: Ladder = [
  { signal: "SIGINT", to: "group", waitMs: 1_000 },
  { signal: "SIGTERM", to: "group", waitMs: 1_000 },
];

/** Most tests wait two seconds for output that does not come, or for the next signal. */
describe.concurrent("a process", () => {
  test("merges stdout and stderr in the order they were written", async () => {
    const { text, code } = await run("for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done; exit 3");
    expect(text).toBe([1, 2, 3, 4, 5].map((i) => `out ${i}\nerr ${i}\n`).join(""));
    expect(code).toBe(3);
  });

  test("separates them on request", async () => {
    const errors: Buffer[] = [];
    const { process: running, text } = await start("echo out; echo err >&2", {
      onError: (bytes) => void errors.push(bytes),
    });
    await running.ended;
    expect([text(), Buffer.concat(errors).toString()]).toEqual(["out\n", "err\n"]);
  });

  test("has no input, its own group and session, and only the given environment", async () => {
    const { text } = await run(
      "cat; echo $$ $(ps -o pgid= -o sid= -p $$); env | cut -d= -f1 | sort | xargs; ulimit -c",
    );
    const [ids = "", names, core] = text.trim().split("\n");
    expect(new Set(ids.trim().split(/\s+/)).size).toBe(1);
    expect(names).toBe("PATH PWD SHLVL SIGNALBOX_TASK_MARK _");
    expect(core).toBe("0");
  });

  test("slows down when its output is not consumed, and nothing is lost", async () => {
    let bytes = 0;
    const { process: running } = await start("seq 1 300000", {
      onOutput: async (part) => {
        bytes += part.length;
        await sleep(1);
      },
    });
    expect(await running.ended).toEqual({ code: 0, signal: null });
    expect(bytes).toBe(1_988_895);
  });

  test("is complete when it exits, although a grandchild keeps its pipe open", async () => {
    const { text } = await run("sleep 300 & echo done");
    expect(text).toBe("done\n");
  });

  test("may be followed by its children's output for two seconds", async () => {
    const { text } = await run("(sleep 0.5; echo late) & echo early");
    expect(text).toBe("early\nlate\n");
  });

  test("whose output can't be taken ends together with its children", async () => {
    const onOutput = () => Promise.reject(new Error("no space"));
    const { process: running, mark } = await start("sleep 300 & echo up", { onOutput });
    await expect(running.ended).rejects.toThrow("no space");
    expect(await markedProcesses(mark)).toEqual([]);
  });

  test("ends together with children that left its group and session", async () => {
    await run("setsid sleep 300 >/dev/null 2>&1 & (setsid bash -c 'setsid sleep 300 & sleep 300' &) ; sleep 0.2");
  });

  test.each([
    ["an environment without the mark", "setsid env -i sh -c 'echo $$; exec sleep 300' &"],
    ["another mark", "SIGNALBOX_TASK_MARK=other setsid sh -c 'echo $$; exec sleep 300' &"],
    ["a parent that exited", "(env -i setsid sh -c 'sleep 300 & echo $!' &);"],
  ])("ends children too that left it for %s", async (_, script) => {
    const { process: running, text, mark } = await start(`${script} exec sleep 60`);
    await printed(text);
    const pid = Number(text());
    expect(await markedProcesses(mark)).toContain(pid);
    running.kill();
    await running.ended;
    expect(await markedProcesses(mark)).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  });

  test("is found among the processes that started since, and not among later ones", async () => {
    const since = startTimeNow();
    const { process: running, text, mark } = await start("echo $$; exec sleep 60");
    await printed(text);
    const pid = Number(text());
    expect(since).toBeGreaterThan(0);
    expect(await markedProcesses(mark, since)).toContain(pid);
    expect(await markedProcesses(mark, (lifeOf(pid)?.startedAt ?? 0) + 1_000)).toEqual([]);
    running.kill();
    await running.ended;
    expect(lifeOf(pid)?.isZombie ?? true).toBe(true);
  });

  test.sequential("is not read again when it is known to have started before", async () => {
    const { process: running, text, mark } = await start("echo $$; exec sleep 60");
    await printed(text);
    const pid = Number(text());
    const startedAt = lifeOf(pid)?.startedAt ?? 0;
    expect(await markedProcesses(mark, startedAt)).toContain(pid);
    expect(knownStartTimes().get(pid)).toBe(startedAt);
    knownStartTimes().set(pid, startedAt - 1);
    expect(await markedProcesses(mark, startedAt)).not.toContain(pid);
    knownStartTimes().delete(pid);
    expect(await markedProcesses(mark, startedAt)).toContain(pid);
    running.kill();
    await running.ended;
  });

  test("is forgotten before its pid can be another's, or where the machine doesn't count", () => {
    const times = new StartTimes(1_000);
    times.knownAt(5_000).set(7, 1);
    expect(times.knownAt(5_499).get(7)).toBe(1);
    expect(times.knownAt(5_500).size).toBe(0);
    times.knownAt(5_500).set(7, 1);
    expect(times.knownAt(Number.NaN).size).toBe(0);
    times.knownAt(Number.NaN).set(7, 1);
    expect(times.knownAt(Number.NaN).size).toBe(0);
  });

  test("leaves its escaped children to the caller if it is the last, unless they hold its output", async () => {
    // Until the child has left the group, the end of the process takes it along.
    const untilEscaped = 'until [ "$(cat /proc/$!/comm)" = sleep ]; do sleep 0.01; done';
    const startEscaping = (to: string) => start(`setsid sleep 300 ${to} & echo $!; ${untilEscaped}`, { isLast: true });
    const silent = await startEscaping(">/dev/null 2>&1");
    await silent.process.ended;
    // The group has been killed, but its guard may take a moment to die.
    await until("it has begun", async () => (await markedProcesses(silent.mark)).length === 1, { everyMs: 5 });
    expect(await markedProcesses(silent.mark)).toEqual([Number(silent.text())]);
    await killMarked(silent);
    const loud = await startEscaping("");
    await loud.process.ended;
    expect(await markedProcesses(loud.mark)).toEqual([]);
  });

  withCgroup("ends children too that removed the mark, if there is a control group", async () => {
    const script = "ulimit -x 7; setsid env -i sh -c 'echo $$; exec sleep 300' & exec sleep 60";
    const { process: running, text, mark } = await start(script);
    await printed(text);
    const pid = Number(text());
    expect(await markedProcesses(mark)).not.toContain(pid);
    expect(isAlive(pid)).toBe(true);
    running.kill();
    await running.ended;
    expect(isAlive(pid)).toBe(false);
  });

  withCgroup("leaves no control group behind", async () => {
    const { mark } = await start("exit 0").then(async (ran) => ({ ...ran, exit: await ran.process.ended }));
    const path = (await openCgroup(mark)) ?? "";
    expect(readFileSync(join(path, "cgroup.procs"), "utf8")).toBe("");
    expect(await emptyCgroup(mark)).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  test("that does not exist is a named error", async () => {
    await expect(start("", { command: "no-such-program" })).rejects.toMatchObject({
      reason: "tool_missing",
      message: /no-such-program/,
    });
  });

  test("that cannot be started reports why", async () => {
    await expect(start("true", { env: { PATH, BIG: "x".repeat(300_000) } })).rejects.toMatchObject({
      reason: "settings_invalid",
      message: /too large/,
    });
    await expect(start("true", { cwd: "/no/such/folder" })).rejects.toMatchObject({ reason: "tool_failed" });
    await expect(start("true", { args: ["a\0b"] })).rejects.toMatchObject({ reason: "tool_failed" });
  });
});

describe.concurrent("stopping", () => {
  test("starts with a gentle signal", async () => {
    const { process: running, text } = await start(
      "trap 'echo bye; exit 0' INT; echo up; while :; do sleep 0.05; done",
    );
    await printed(text, "up");
    void running.stop(STOP_LADDERS.gentle);
    expect(await running.ended).toEqual({ code: 0, signal: null });
    expect(running.signalled).toBe(true);
    expect(text()).toContain("bye");
  });

  test("that saves is killed after a grace period, however often it is asked", async () => {
    const told: number[] = [];
    const scratch = join(mkdtempSync(join(tmpdir(), "signalbox-saves-")), "output");
    const saves = { graceSeconds: 1, scratch, onGrace: (seconds: number) => void told.push(seconds) };
    const { process: running, text } = await start(
      "trap 'echo saving' INT; echo ready; for i in {1..99}; do sleep 0.1; done",
      { saves },
    );
    await printed(text, "ready");
    const began = performance.now();
    void running.kill();
    await printed(text, "saving");
    await running.kill();
    expect((await running.ended).signal).toBe("SIGKILL");
    expect(performance.now() - began).toBeGreaterThan(900);
    expect(told).toEqual([1]);
    expect(text()).toBe("ready\nsaving\n");
    expect(existsSync(scratch)).toBe(false);
  });

  test("that saves may end by itself", async () => {
    const scratch = join(mkdtempSync(join(tmpdir(), "signalbox-saves-")), "output");
    const saves = { graceSeconds: 30, scratch, onGrace: () => undefined };
    const { process: running, text } = await start(
      "trap 'echo saved; exit 3' INT; echo ready; while :; do sleep 0.1; done",
      { saves },
    );
    await printed(text, "ready");
    await running.kill();
    expect([await running.ended, text()]).toEqual([{ code: 3, signal: null }, "ready\nsaved\n"]);
  });

  test("continues with SIGTERM and SIGKILL for processes that ignore signals", async () => {
    const { process: running, text } = await start(
      "trap 'echo int' INT; trap 'echo term' TERM; echo up; while :; do sleep 0.05; done",
    );
    await printed(text, "up");
    const began = performance.now();
    void running.stop(SHORT);
    void running.stop(SHORT);
    expect((await running.ended).signal).toBe("SIGKILL");
    expect(text().match(/int|term/g)).toEqual(["int", "term"]);
    expect(performance.now() - began).toBeGreaterThan(1_950);
  });

  const FENCED: Ladder = [
    { signal: "SIGINT", to: "group", waitMs: 200 },
    { signal: "SIGTERM", to: "group", waitMs: 300_000 },
  ];

  test.each(["runs", "starts"])("at a timeout is hurried by a fence that comes while the program %s", async (when) => {
    const stopper = new Stopper();
    const { process: running, text } = await start("trap '' INT TERM; echo up; while :; do sleep 0.05; done");
    await printed(text, "up");
    const ask = () => {
      stopper.request("timeout");
      stopper.request("fence");
    };
    if (when === "starts") ask();
    const watched = stopper.watch(running, FENCED);
    if (when === "runs") ask();
    await expect(watched).rejects.toThrow(Stopped);
    expect([(await running.ended).signal, stopper.cause]).toEqual(["SIGKILL", "timeout"]);
  });

  test("of terraform sends one signal, to the leader only", async () => {
    const leader =
      "trap 'echo leader' INT; echo up; (trap 'echo child' INT; while :; do sleep 0.05; done) & while :; do sleep 0.05; done";
    const { process: running, text } = await start(leader);
    await printed(text, "up");
    void running.stop([{ signal: "SIGINT", to: "leader", waitMs: 2_000 }]);
    await running.ended;
    expect(text().match(/leader|child/g)).toEqual(["leader"]);
    expect(STOP_LADDERS.single).toEqual([{ signal: "SIGINT", to: "leader", waitMs: 120_000 }]);
  });

  test("is hurried by a second, shorter one, which sends no signal but the last", async () => {
    const { process: running, text } = await start("trap 'echo int' INT; echo up; while :; do sleep 0.05; done");
    await printed(text, "up");
    void running.stop([{ signal: "SIGINT", to: "leader", waitMs: 300_000 }]);
    await printed(text, "int");
    void running.stop([{ signal: "SIGINT", to: "leader", waitMs: 300 }]);
    expect((await running.ended).signal).toBe("SIGKILL");
    expect(text().match(/int/g)).toHaveLength(1);
  });

  test("by force is immediate, also during a gentle one", async () => {
    const { process: running, text, mark } = await start("trap '' INT TERM; echo up; sleep 300 & wait");
    await printed(text, "up");
    void running.stop([{ signal: "SIGINT", to: "group", waitMs: 300_000 }]);
    await sleep(100);
    running.kill();
    expect((await running.ended).signal).toBe("SIGKILL");
    expect(await markedProcesses(mark)).toEqual([]);
  });

  test("spares processes that have to outlive it", async () => {
    const mark = `test-${process.pid}-${++marks}`;
    const env = { PATH, SIGNALBOX_TASK_MARK: mark };
    const { process: helper, text } = await start("echo $$; exec sleep 60", { env, sweep: undefined });
    await printed(text);
    const pid = Number(text());
    await killMarked({ mark, spared: new Set([pid]) });
    expect(await markedProcesses(mark)).toEqual([pid]);
    await killMarked({ mark });
    expect((await helper.ended).signal).toBe("SIGKILL");
  });
});

describe("the runner's control group", () => {
  const mounts =
    "24 1 0:22 / /sys rw - sysfs sysfs rw\n41 31 0:38 ROOT /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";

  test.each([
    ["0::/system.slice/runner.service\n", "/", "/sys/fs/cgroup/system.slice/runner.service"],
    ["4:memory:/a\n0::/\n", "/", "/sys/fs/cgroup"],
    ["0::/docker/1/sub\n", "/docker/1", "/sys/fs/cgroup/sub"],
    ["0::/elsewhere\n", "/docker/1", null],
    ["4:memory:/a\n", "/", null],
  ])("of %j below %s is %s", (membership, root, path) => {
    expect(ownCgroup(membership, mounts.replace("ROOT", root))).toBe(path);
    expect(ownCgroup(membership, "24 1 0:22 / /sys rw - sysfs sysfs rw\n")).toBeNull();
  });
});

describe("the environment", () => {
  test("is an allow-list", () => {
    const own = {
      PATH: "/bin",
      LC_TIME: "de",
      https_proxy: "p",
      HOME: "/root",
      SIGNALBOX_URL: "u",
      DATABASE_URL: "d",
      EXTRA: "e",
      TZ: "",
    };
    expect(inheritedEnvironment(own, ["EXTRA", "ABSENT"])).toEqual({
      LANG: "C.UTF-8",
      PATH: "/bin",
      LC_TIME: "de",
      https_proxy: "p",
      EXTRA: "e",
    });
  });

  test("uses the PATH of the user who ran npm, without npm's own entries", () => {
    const npm = ["/srv/app/node_modules/.bin", "/srv/node_modules/.bin", "/usr/lib/node_modules/npm/x/node-gyp-bin"];
    const own = "/home/me/bin:/usr/bin:/home/me/tools/node_modules/.bin";
    const inherited = {
      PATH: [...npm, own].join(":"),
      npm_config_cache: "/x",
      npm_lifecycle_event: "start",
      INIT_CWD: "/",
    };
    expect(inheritedEnvironment(inherited, [])).toEqual({ LANG: "C.UTF-8", PATH: own });
  });

  test("finds programs in its own PATH, and by path relative to the working directory", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-path-"));
    writeFileSync(join(folder, "tool"), "#!/bin/sh\n", { mode: 0o755 });
    writeFileSync(join(folder, "text"), "", { mode: 0o644 });
    expect(findProgram("tool", { PATH: `/nowhere:${folder}` }, "/")).toBe(join(folder, "tool"));
    expect(findProgram("./tool", { PATH: "" }, folder)).toBe(join(folder, "tool"));
    expect(findProgram("text", { PATH: folder }, "/")).toBeNull();
    expect(findProgram("tool", {}, folder)).toBeNull();
  });
});
