import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ConsoleTask } from "../support/console";
import { repository } from "../support/job";
import { makeRepository } from "../support/repositories";
import { runnerSite } from "../support/runner-site";
import { leavingTerraform, STATE } from "./leaving-terraform";

const site = runnerSite();
const terraform = leavingTerraform(site);

const asked = (verb: string) => site.console.calls.filter(({ path }) => path.endsWith(verb)).length;
const planWaits = (plan: ConsoleTask) =>
  site.console.until("the plan waits", () => plan.status === "waiting_confirmation");

function stateOf({ id, attempt }: ConsoleTask): string {
  const path = join(site.dataDir, `attempts/${id}-${attempt}/state.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).state : "";
}

/** A task that runs until the file `go` is there. */
function holding(): ConsoleTask {
  const go = join(site.folder, "go");
  site.write("run.sh", `until [ -e ${go} ]; do sleep 0.05; done\n`);
  return site.console.add({ repository: site.files });
}

test("a runner ends while the console is away; a task that has not begun and a plan go on in the next process", async () => {
  site.console.fail(/progress/, 503, 10_000);
  const plan = await terraform.run({}, { SIGNALBOX_RUNNER_DRAIN_SECONDS: "0" });
  await site.console.until("the plan is made", () => stateOf(plan) === "asking");
  site.console.fail(/begin/, 503, 10_000);
  site.write("run.sh", "exit 0\n");
  const late = site.console.add({ repository: site.files });
  await site.console.until("it asks to begin", () => asked("2/begin") > 0);
  await site.console.goAway();
  terraform.runner?.child.kill("SIGTERM");
  expect(await Promise.race([terraform.runner?.exited, pause(15_000)])).toBe(0);
  site.console.clearFaults();
  await site.console.comeBack();
  await site.start(terraform.env);
  await planWaits(plan);
  await site.console.finished(late);
  expect(late).toMatchObject({ status: "success", attempt: 2 });
});

test("a stop does not wait until the console knows the commit of a state that it is to keep", async () => {
  const files = { "main.tf": "", "terraform.tfstate": '{"version":4,"lineage":"a"}' };
  const code = repository(`file://${makeRepository(join(site.folder, "imported"), files)}`);
  site.console.fail(/progress/, 503, 10_000);
  const task = await terraform.run({ repository: code, state: STATE });
  await site.console.until("it insists", () => asked("/progress") > 2);
  site.console.stop(task);
  await site.console.until("it is stopped", () => stateOf(task) === "ended");
  site.console.clearFaults();
  await site.console.finished(task);
  expect(task.finish).toMatchObject({ result: "stopped" });
});

test("a long outage fails neither a plan that is made nor a task that has not begun", async () => {
  site.console.settings.lost_after_seconds = 10;
  const plan = await terraform.run();
  site.console.fail(/progress/, 503, 10_000);
  await site.console.until("the plan is made", () => stateOf(plan) === "asking");
  const late = holding();
  site.console.fail(/begin/, 503, 10_000);
  site.console.fail(/heartbeat/, 503, 10_000);
  await pause(6_000);
  site.console.clearFaults();
  await planWaits(plan);
  site.console.confirm(plan);
  await site.console.until("the other has begun", () => late.begun.has("run"));
  site.write("../go", "");
  for (const task of [plan, late]) {
    await site.console.finished(task);
    expect(task.finish).toMatchObject({ result: "success" });
  }
});

test("a confirmed plan waits for the runner's own limit, and goes on before new tasks", async () => {
  const plan = await terraform.run({}, { SIGNALBOX_RUNNER_MAX_PARALLEL: "1" });
  await planWaits(plan);
  const [first, second] = [holding(), holding()];
  await site.console.until("the first runs", () => first.status === "running");
  site.console.confirm(plan);
  await pause(500);
  expect([plan.begun.has("apply"), second.status]).toEqual([false, "waiting"]);
  site.write("../go", "");
  await site.console.finished(plan);
  await site.console.finished(second);
  const begins = site.console.calls.filter(({ path }) => path.endsWith("/begin"));
  expect(begins.map(({ path }) => path)).toEqual([1, 2, 1, 3].map((id) => `/tasks/${id}/begin`));
});

test("a runner with a limit beyond what a poll can say takes tasks", async () => {
  await site.start({ SIGNALBOX_RUNNER_MAX_PARALLEL: "9999" });
  site.write("run.sh", "exit 0\n");
  await site.console.finished(site.console.add({ repository: site.files }));
});
