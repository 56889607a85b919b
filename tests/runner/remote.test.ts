import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/job";
import type { ConsoleTask } from "../support/console";
import type { RunnerProcess } from "../support/runner-process";
import { runnerSite } from "../support/runner-site";
import { requireTool } from "../support/tools";
import { receiveWebhooks, type WebhookReceiver } from "../support/webhook-receiver";

const site = runnerSite();
const hello = (count = 1) => site.console.until("the runner says hello", () => site.console.hellos.length >= count);
const task = (changes: Partial<Job> = {}): ConsoleTask => site.console.add({ repository: site.files, ...changes });

describe("a runner for one task", () => {
  const ONE_OFF = { SIGNALBOX_RUNNER_ONE_OFF: "1" };

  test("waits for one, accepts no second, and exits with 0 once it is reported", async () => {
    site.write("run.sh", "echo ran; sleep 0.3\n");
    const runner = await site.start({ ...ONE_OFF, SIGNALBOX_RUNNER_MAX_PARALLEL: "5" });
    await hello();
    const [first, second] = [task(), task()];
    expect(await runner.exited).toBe(0);
    expect([first.status, second.status]).toEqual(["success", "waiting"]);
    expect(first.finish?.total_lines).toBe(first.lines.length);
    expect(site.attempts()).toEqual([]);
  });

  test("exits with 0 also when the task fails, and on SIGTERM before it has one", async () => {
    site.write("run.sh", "exit 3\n");
    const failing = task();
    expect(await (await site.start(ONE_OFF)).exited).toBe(0);
    expect(failing.finish).toMatchObject({ result: "error", exit_code: 3 });
    const idle = await site.start(ONE_OFF);
    await hello(2);
    idle.child.kill("SIGTERM");
    expect(await idle.exited).toBe(0);
  });

  test("that was killed reports its task after a restart, and accepts no other", async () => {
    site.write("run.sh", "echo up; sleep 60\n");
    const first = task();
    const killed = await site.start(ONE_OFF);
    await site.console.until("the task runs", () => first.lines.includes("up"));
    await killed.kill("SIGKILL");
    const second = task();
    expect(await (await site.start(ONE_OFF)).exited).toBe(0);
    expect(first.finish?.reason).toBe("runner_restarted");
    expect(second.status).toBe("waiting");
  });

  requireTool("terraform")("keeps running while its plan waits for confirmation", async () => {
    site.write("main.tf", 'resource "terraform_data" "x" {}\n');
    const runner = await site.start(ONE_OFF);
    const plan = task({ app: "terraform", playbook: "" });
    await site.console.until("the plan waits", () => plan.status === "waiting_confirmation");
    await sleep(500);
    expect(runner.child.exitCode).toBeNull();
    site.console.confirm(plan);
    expect(await runner.exited).toBe(0);
    expect(plan.status).toBe("success");
  });
});

describe("the webhook", () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await receiveWebhooks(204);
    site.console.settings.webhook = receiver.url;
  });
  afterEach(() => receiver.stop());

  const call = (action: string, { id }: ConsoleTask) => ({
    action,
    project_id: 7,
    template_id: 9,
    task_id: id,
    runner_id: 1,
  });
  const hooked = (changes: Partial<Job> = {}) => task({ project_id: 7, template_id: 9, ...changes });

  test("is called at the start before anything runs, and at the end", async () => {
    site.write("run.sh", "echo ran\n");
    await site.start();
    const ran = hooked();
    await site.console.finished(ran);
    expect(receiver.calls).toEqual([call("start", ran), call("finish", ran)]);
    expect(ran.lines.join("\n")).not.toContain("webhook");
  });

  test("that rejects the start three times ends the task before it runs, with a message", async () => {
    site.write("run.sh", "touch ran\n");
    receiver.answers = [500, null, 302];
    await site.start();
    const refused = hooked();
    await site.console.finished(refused);
    expect(refused.finish).toMatchObject({ result: "error", reason: "webhook_failed" });
    expect(refused.lines.at(-1)).toBe("signalbox: the runner's webhook answered with HTTP 302 (start)");
    expect(receiver.calls).toEqual(Array(3).fill(call("start", refused)));
    expect(existsSync(join(site.files.url, "ran"))).toBe(false);
    expect(JSON.stringify(site.console.calls)).not.toMatch(/hush-hush|nobody's business/);
  });

  test("is not called at an address that is neither public nor allowed", async () => {
    site.write("run.sh", "touch ran\n");
    await site.start({ SIGNALBOX_RUNNER_OUTBOUND_ALLOW: "10.0.0.0/8" });
    const refused = hooked();
    await site.console.finished(refused);
    expect(refused.finish).toMatchObject({ result: "error", reason: "webhook_failed" });
    expect(refused.lines.at(-1)).toContain("not at a public address");
    expect(receiver.calls).toEqual([]);
  });

  test("may be down for a moment", async () => {
    site.write("run.sh", "echo ran\n");
    receiver.answers = [503, 200];
    await site.start();
    const ran = hooked();
    await site.console.finished(ran);
    expect(ran.status).toBe("success");
    expect(receiver.calls).toEqual([call("start", ran), call("start", ran), call("finish", ran)]);
  });

  test("that rejects the end leaves the task unchanged, with a line in its log", async () => {
    site.write("run.sh", "echo ran\n");
    receiver.answers = [200, 404];
    await site.start();
    const ran = hooked();
    await site.console.finished(ran);
    expect(ran.status).toBe("success");
    expect(ran.lines.at(-1)).toBe("signalbox: the runner's webhook answered with HTTP 404 (finish)");
    expect(receiver.calls).toHaveLength(4);
  });

  test("is called once at the end, also for a task of a killed runner, and for one the console gave up", async () => {
    site.write("run.sh", "echo up; while sleep 0.1; do echo on; done\n");
    const runner = await site.start();
    const [killed, given] = [hooked(), hooked()];
    await site.console.until("both run", () => [killed, given].every(({ lines }) => lines.includes("up")));
    given.attempt++;
    await site.console.until("the end is reported", () => receiver.calls.length === 3);
    expect(receiver.calls.at(-1)).toEqual(call("finish", given));
    await runner.kill("SIGKILL");
    await site.start();
    await site.console.finished(killed);
    expect(receiver.calls.slice(3)).toEqual([call("finish", killed)]);
  });

  test("can be set and removed while the runner runs", async () => {
    site.write("run.sh", "echo ran\n");
    site.console.settings.webhook = "";
    site.console.pollMs = 100;
    await site.start();
    const silent = hooked();
    await site.console.finished(silent);
    expect(receiver.calls).toEqual([]);
    site.console.settings.webhook = receiver.url;
    const told = hooked();
    await site.console.finished(told);
    expect(receiver.calls).toEqual([call("start", told), call("finish", told)]);
  });
});

describe("a setting on the console", () => {
  const said = (runner: RunnerProcess, text: string) =>
    site.console.until(`the runner says ${text}`, () => runner.output.includes(text));

  test("of the limit takes effect at once, up and down", async () => {
    site.write("run.sh", "echo up; while [ ! -e go ]; do sleep 0.05; done\n");
    site.console.pollMs = 100;
    site.console.settings.max_parallel_tasks = 1;
    await site.start();
    const tasks = [task(), task(), task()];
    const running = () => tasks.filter(({ status }) => status === "running").length;
    await site.console.until("one runs", () => running() === 1);
    await sleep(400);
    expect(running()).toBe(1);
    site.console.settings.max_parallel_tasks = 3;
    await site.console.until("all run", () => running() === 3);
    site.write("go", "");
    for (const ended of tasks) await site.console.finished(ended);
  });

  test("to disabled lets the running task end and accepts no other, until enabled again", async () => {
    site.write("run.sh", "echo up; sleep 1\n");
    site.console.pollMs = 100;
    const runner = await site.start();
    const first = task();
    await site.console.until("it runs", () => first.lines.includes("up"));
    site.console.settings.active = false;
    const second = task();
    await site.console.finished(first);
    await said(runner, "switched off in the console");
    await sleep(300);
    expect([first.status, second.status]).toEqual(["success", "waiting"]);
    site.console.settings.active = true;
    await site.console.finished(second);
    await said(runner, "switched on again");
  });
});

describe("the command line", () => {
  const REGISTRATION = { SIGNALBOX_RUNNER_TOKEN: "", SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "register-me-please" };
  const tokenFile = () => join(site.dataDir, "token");

  test("registers, which stores a token for its user only, and unregisters, which deletes it", async () => {
    expect(await (await site.start(REGISTRATION, "runner", "register")).exited).toBe(0);
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
    expect(readFileSync(tokenFile(), "utf8").trim()).toBe(site.console.token);
    const leaving = await site.start({ SIGNALBOX_RUNNER_TOKEN: "" }, "runner", "unregister");
    expect(await leaving.exited).toBe(0);
    expect(leaving.output).toMatch(/unregistered "test"\n$/);
    expect(existsSync(tokenFile())).toBe(false);
    expect(site.console.calls.map(({ path }) => path)).toEqual(["", "/unregister"]);
  });

  test("replaces a token file that others can read with a private one", async () => {
    expect(await (await site.start(REGISTRATION, "register")).exited).toBe(0);
    writeFileSync(tokenFile(), "", { mode: 0o644 });
    expect(await (await site.start(REGISTRATION, "register")).exited).toBe(0);
    expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);
  });

  test("unregisters only with a valid token, and not while the runner is running", async () => {
    const nobody = await site.start({ SIGNALBOX_RUNNER_TOKEN: "" }, "unregister");
    expect(await nobody.exited).toBe(1);
    expect(nobody.output).toMatch(/^SIGNALBOX_RUNNER_TOKEN is required[^\n]*\n$/);
    const unknown = await site.start({ SIGNALBOX_RUNNER_TOKEN: "worthless-token" }, "unregister");
    expect(await unknown.exited).toBe(1);
    expect(unknown.output).toMatch(/^SIGNALBOX_RUNNER_TOKEN was refused[^\n]*\n$/);
    await site.start();
    await hello();
    const beside = await site.start({}, "unregister");
    expect(await beside.exited).toBe(1);
    expect(beside.output).toContain("another runner");
  });

  test("with an unknown word lists the commands, and doesn't echo it", async () => {
    const runner = await site.start({}, "runner", "--token=s3cret-token");
    expect(await runner.exited).toBe(1);
    expect(runner.output).toBe("The runner takes one word: start, register, unregister, version\n");
  });

  test("of another version is rejected in one line with both versions", async () => {
    site.console.protocol = 1;
    const runner = await site.start();
    expect(await runner.exited).toBe(1);
    expect(runner.output).toBe("SIGNALBOX_URL: the server refuses this runner: the runner is of another version\n");
  });
});
