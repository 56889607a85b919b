import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { ConsoleClient } from "@/runner/client";
import { readConfig } from "@/runner/config";
import { handshake } from "@/runner/daemon/handshake";
import { RunnerProcess } from "../support/runner-process";
import { runnerSite } from "../support/runner-site";

const site = runnerSite();
const REGISTRATION = { SIGNALBOX_RUNNER_TOKEN: "", SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "register-me-please" };
const hello = (count = 1) => site.console.until("the runner says hello", () => site.console.hellos.length >= count);

describe("the start", () => {
  test("reports the runner and its tools to the server", async () => {
    await site.start();
    await hello();
    expect(site.console.hellos[0]).toMatchObject({ protocol: 2, version: "0.1.0", attempts: [] });
    expect(site.console.hellos[0]?.tools).toMatchObject({
      bash: /^GNU bash/,
      git: /^git version/,
      python3: /^Python 3/,
    });
  });

  test("waits for a server that is not up yet", async () => {
    await site.console.goAway();
    const runner = await site.start();
    await site.console.until("the runner tries", () => runner.output.includes("cannot be reached"));
    await site.console.comeBack();
    await hello();
  });

  test("accepts an address that ends in /internal", async () => {
    await site.start({ SIGNALBOX_URL: `${site.console.url}/internal` });
    await hello();
  });

  test.each([
    ["SIGNALBOX_URL", { SIGNALBOX_URL: "" }],
    ["SIGNALBOX_RUNNER_TOKEN", { SIGNALBOX_RUNNER_TOKEN: "" }],
    ["SIGNALBOX_RUNNER_TOKEN", { SIGNALBOX_RUNNER_TOKEN: "wrong" }],
    [
      "SIGNALBOX_RUNNER_REGISTRATION_TOKEN",
      { SIGNALBOX_RUNNER_TOKEN: "", SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "wrong" },
    ],
    ["SIGNALBOX_RUNNER_MAX_PARALLEL", { SIGNALBOX_RUNNER_MAX_PARALLEL: "lots" }],
  ])("with a wrong %s ends with one line that names it: %j", async (name, env) => {
    const runner = await site.start(env);
    expect(await runner.exited).toBe(1);
    expect(runner.output).toMatch(new RegExp(`^${name} [^\n]+\n$`));
  });

  test("registers once, and stores the token for its user only", async () => {
    const first = await site.start(REGISTRATION);
    await hello();
    const file = join(site.dataDir, "token");
    expect(readFileSync(file, "utf8").trim()).toBe(site.console.token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await first.kill("SIGKILL");
    await site.start(REGISTRATION);
    await hello(2);
    expect(site.console.calls.filter(({ path }) => path === "")).toHaveLength(1);
    site.console.token = "a new one";
    await site.start({ ...REGISTRATION, SIGNALBOX_RUNNER_DATA_DIR: `${site.dataDir}-other` });
    await hello(3);
  });

  test("with a stored token that cannot be read ends with a line that names it, and registers no further runner", async () => {
    const file = join(site.dataDir, "token");
    mkdirSync(file, { recursive: true });
    const runner = await site.start(REGISTRATION);
    expect(await runner.exited).toBe(1);
    expect(runner.output).toMatch(new RegExp(`^${file} cannot be read \\(EISDIR[^\n]+: make it readable [^\n]+\n$`));
    expect(site.console.calls).toEqual([]);
  });

  test("removes what an earlier process has moved away to clear its cache", async () => {
    const left = (name: string) => join(site.dataDir, name);
    for (const name of ["mirrors.0123456789ab", "requirements.0123456789ab", "mirrors", "requirements"])
      mkdirSync(join(left(name), "folder"), { recursive: true });
    await site.start();
    await hello();
    const caches = () =>
      readdirSync(site.dataDir)
        .filter((name) => /^(?:mirrors|requirements)/.test(name))
        .sort();
    await expect.poll(caches).toEqual(["mirrors", "requirements"]);
  });

  test.each([
    ["copies of repositories that cannot be listed", "mirrors", "replaced copies of repositories could not be removed"],
    ["a cache that cannot be cleared", "cleaned", "stored repositories and requirements could not be removed"],
  ])("works with %s", async (_, name, problem) => {
    mkdirSync(site.dataDir);
    if (name === "mirrors") writeFileSync(join(site.dataDir, name), "");
    else mkdirSync(join(site.dataDir, name));
    site.console.settings.cleaning_requested = name === "cleaned" ? "2026-01-01T00:00:00.000Z" : null;
    site.write("run.sh", "exit 0\n");
    const runner = await site.start();
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "success" });
    expect(runner.output).toContain(problem);
  });

  test("registers again when the server doesn't know the stored token", async () => {
    const first = await site.start(REGISTRATION);
    await hello();
    await first.kill("SIGKILL");
    site.console.token = "a new one";
    await site.start(REGISTRATION);
    await hello(2);
    expect(readFileSync(join(site.dataDir, "token"), "utf8").trim()).toBe("a new one");
  });

  test("is refused while another runner uses the data directory, but not after that runner died", async () => {
    const first = await site.start();
    await hello();
    const second = await site.start();
    expect(await second.exited).toBe(1);
    expect(second.output).toContain("another runner");
    await first.kill("SIGKILL");
    await site.start();
    await hello(2);
    writeFileSync(join(site.dataDir, "runner.pid"), "1 12345\n");
  });

  test("keeps its token out of arguments and tasks", async () => {
    const runner = await site.start();
    site.write("run.sh", "env; ps -eo args\n");
    const task = site.console.add({ repository: site.files });
    await site.console.finished(task);
    expect(task.lines.join("\n")).not.toContain(site.console.token);
    expect(readFileSync(`/proc/${runner.pid}/cmdline`, "utf8")).not.toContain(site.console.token);
  });

  test("names its data folder, the same after a restart and another for another folder", async () => {
    const first = await site.start();
    await hello();
    await first.kill("SIGKILL");
    const second = await site.start();
    await hello(2);
    await second.kill("SIGKILL");
    await site.start({ SIGNALBOX_RUNNER_DATA_DIR: `${site.dataDir}-2` });
    await hello(3);
    const [one, same, other] = site.console.hellos.map(({ data_folder }) => data_folder);
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect([same === one, other === one]).toEqual([true, false]);
  });

  test("waits while another runner uses its token, and says so once", async () => {
    const inUse = { ok: false as const, kind: "conflict" as const, message: "This token is in use.", next_line: null };
    const refusals: number[] = [];
    const client = new ConsoleClient(site.console.url);
    const sayHello = client.hello.bind(client);
    client.hello = async (body, signal) => {
      refusals.push(body.refused ?? 0);
      return refusals.length < 3 ? inUse : sayHello(body, signal);
    };
    const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const config = readConfig({ SIGNALBOX_URL: site.console.url, SIGNALBOX_RUNNER_TOKEN: site.console.token });
    const about = { instanceId: "12345678", dataFolder: "12345678", tools: {}, storedAttempts: [], againSeconds: 0.01 };
    const { signal } = new AbortController();
    const reply = await handshake({ config, client, ...about, signal });
    const notices = printed.mock.calls.map(([text]) => String(text));
    printed.mockRestore();
    expect(reply.runner_id).toBe(1);
    expect(refusals).toEqual([0, 1, 2]);
    expect(notices.filter((text) => text.includes("This token is in use. Trying again"))).toHaveLength(1);
  });

  test("of a second process with the same token ends the first one", async () => {
    const first = await site.start();
    await hello();
    await RunnerProcess.start({ url: site.console.url, token: site.console.token, dataDir: `${site.dataDir}-2` }).then(
      async (second) => {
        expect(await first.exited).toBe(1);
        expect(first.output).toContain("another process has taken over");
        await second.kill("SIGKILL");
      },
    );
  });
});

describe("the end", () => {
  const slow = (seconds: number) => {
    site.write("run.sh", `echo up; sleep ${seconds}; echo done\n`);
    return site.console.add({ repository: site.files });
  };
  const running = (task: ReturnType<typeof slow>) =>
    site.console.until("the task runs", () => task.lines.includes("up"));
  const drains = (runner: RunnerProcess) =>
    site.console.until("the runner drains", () => runner.output.includes("no new tasks are taken"));

  test.each(["SIGTERM", "SIGHUP"] as const)("on %s waits for running tasks and accepts no new ones", async (signal) => {
    const task = slow(2);
    const runner = await site.start();
    await running(task);
    runner.child.kill(signal);
    await drains(runner);
    const late = site.console.add({ repository: site.files });
    expect(await runner.exited).toBe(0);
    const drained = site.console.calls.filter(({ path }) => path === "/drain").map(({ body }) => body);
    expect(drained).toMatchObject([{}, { ended: true }]);
    expect([task.status, late.status]).toEqual(["success", "waiting"]);
    expect(site.console.output(task)).toEqual(["up", "done"]);
  });

  test("on SIGTERM stops the tasks still running after the drain time, and reports them", async () => {
    const task = slow(60);
    const runner = await site.start({ SIGNALBOX_RUNNER_DRAIN_SECONDS: "2" });
    await running(task);
    runner.child.kill("SIGTERM");
    await drains(runner);
    const drained = performance.now();
    expect(await runner.exited).toBe(0);
    expect(performance.now() - drained).toBeGreaterThan(1_500);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted" });
    expect(site.console.calls.some(({ path }) => path === "/drain")).toBe(true);
  });

  test("with no time to drain stops the tasks at once", async () => {
    const task = slow(60);
    const runner = await site.start({ SIGNALBOX_RUNNER_DRAIN_SECONDS: "0" });
    await running(task);
    runner.child.kill("SIGTERM");
    expect(await runner.exited).toBe(0);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted" });
  });

  test("a drain from the console takes effect, and can be reverted", async () => {
    const runner = await site.start();
    await hello();
    site.console.pollMs = 200;
    site.console.settings = { ...site.console.settings, draining: true };
    await site.console.until("it notes the drain", () => runner.output.includes("drained in the console"));
    site.console.settings = { ...site.console.settings, draining: false };
    await site.console.until("it notes the end", () => runner.output.includes("resumed in the console"));
  });

  test("an upgrade interrupts nothing: the old process finishes its task, the new one runs new ones", async () => {
    const task = slow(3);
    const old = await site.start();
    await running(task);
    old.child.kill("SIGTERM");
    await drains(old);
    const late = site.console.add({ repository: site.files });
    expect(await old.exited).toBe(0);
    await site.start();
    await site.console.finished(late);
    expect([task.status, late.status]).toEqual(["success", "success"]);
  });

  test("on a second SIGTERM stops the tasks, and reports them before it exits", async () => {
    const task = slow(60);
    const runner = await site.start();
    await running(task);
    runner.child.kill("SIGTERM");
    runner.child.kill("SIGTERM");
    await drains(runner);
    await sleep(1_200);
    expect(task.status).toBe("running");
    runner.child.kill("SIGTERM");
    expect(await runner.exited).toBe(0);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted" });
    expect(task.lines.at(-1)).toBe("signalbox: stopped because the runner is shutting down");
  });

  test("without tasks is immediate", async () => {
    const runner = await site.start();
    await hello();
    runner.child.kill("SIGINT");
    expect(await runner.exited).toBe(0);
  });

  test("of the parent ends a runner bound to it, and its tasks", async () => {
    const task = slow(60);
    const runner = await site.start({ SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "1" });
    await running(task);
    runner.child.disconnect();
    expect(await runner.exited).toBe(0);
    expect(task.finish).toMatchObject({ result: "error", reason: "runner_restarted" });
  });

  test("by SIGTERM of a runner bound to its parent does not wait for tasks", async () => {
    const task = slow(60);
    const runner = await site.start({ SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "1" });
    await running(task);
    runner.child.kill("SIGTERM");
    expect(await runner.exited).toBe(0);
    expect(task.finish?.result).toBe("error");
  });
});
