import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import type { AttemptRef } from "@/lib/protocol/runner";
import { createTask, deleteTask, rerunTask } from "@/lib/task/operations";
import en from "@/messages/en.json";
import { freshDatabase } from "../../support/database";
import { eventsBody, host, result, step } from "../../support/events";
import { HandRunner } from "../../support/hand-runner";
import { insertTask } from "../../support/resources";
import { taskSite } from "../../support/task-site";
import { refusal } from "../../support/world";

const db = await freshDatabase();
const site = await taskSite(db);
const runner = await HandRunner.start(db, { capabilities: ["events"] });
let ref: AttemptRef;

const ansible = (changes: object = {}) =>
  site.template({ app: "ansible", playbook: "site.yml", inventory_id: site.r.inventoryId, ...changes });

/** A finished run on three hosts: one failed, one could not be reached. */
async function runOnHosts(changes: object = {}, input: object = {}): Promise<void> {
  const template_id = await ansible(changes);
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id, ...input });
  ref = await runner.take();
  const hosts = ["good", "bad-1", "away.example"].map((name, number) => host(number, name));
  const results = [result(0, 0), result(0, 1, "failed"), result(0, 2, "unreachable")];
  await runner.events(ref, eventsBody(ref.attempt, 0, [step(0), ...hosts, ...results]));
  await runner.finish(ref, "error", { exit_code: 2, reason: "exit_code" });
}

const rerun = (hosts: unknown, who: "owner" | "task_runner" | "guest" = "owner") =>
  site.w.call(rerunTask, who, { projectId: site.w.projectId, taskId: ref.task_id }, { hosts });

/** So that the next test's runner takes its own. */
const cancel = (id: number) => db.update(tasks).set({ status: "stopped" }).where(eq(tasks.id, id));

async function limitOf(hosts: unknown): Promise<string> {
  const { id, limit } = await rerun(hosts);
  await cancel(id);
  return limit;
}

describe("run again", () => {
  beforeEach(() => runOnHosts({}, { diff: true, dry_run: true, environment: '{"a":"b"}' }));

  test.each([
    ["failed", "bad-1"],
    ["unreachable", "away.example"],
    ["any_failure", "bad-1,away.example"],
    [["good", "away.example"], "good,away.example"],
  ])("on %j limits the task to %s", async (hosts, limit) => {
    expect(await limitOf(hosts)).toBe(limit);
  });

  test("keeps everything else as it was", async () => {
    const task = await rerun("failed");
    await cancel(task.id);
    expect(task).toMatchObject({ diff: true, dry_run: true, environment: '{"a":"b"}', status: "waiting" });
  });

  test.each([[["nowhere"]], [["good", "nowhere"]], [[]]])("on %j is refused", async (hosts) => {
    await expect(rerun(hosts)).rejects.toMatchObject({ code: "invalid" });
  });

  test("is refused by the name of the field if it names neither hosts nor tests", async () => {
    await runOnHosts();
    const call = site.w.call(rerunTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id }, {});
    expect(await refusal(call)).toEqual({ status: 400, error: "hosts: Specify either hosts or tests" });
  });

  test("is refused to a role that may not set the limit, or not run tasks", async () => {
    await expect(rerun("failed", "task_runner")).rejects.toMatchObject({
      code: "invalid",
      details: { issues: expect.arrayContaining([expect.objectContaining({ path: "limit" })]) },
    });
    await expect(rerun("failed", "guest")).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("of a task with secret answers", () => {
  const secrets = (required: boolean) =>
    ["token", "pin"].map((name) => ({ name, title: name, type: "secret", required }));
  const issues = (...names: string[]) => ({
    code: "invalid",
    details: { issues: names.map((name) => ({ path: `secret.${name}`, key: "variableRequired" })) },
  });
  const again = (secret?: string) =>
    site.w.call(rerunTask, "owner", { projectId: site.w.projectId, taskId: ref.task_id }, { hosts: "failed", secret });

  test.each([true, false])("those it had have to be given again (required: %s)", async (required) => {
    await runOnHosts({ survey_vars: secrets(required) }, { secret: '{"token":"canary-of-rerun","pin":"1234"}' });
    await expect(again()).rejects.toMatchObject(issues("token", "pin"));
    await expect(again('{"token":"canary-of-rerun"}')).rejects.toMatchObject(issues("pin"));
    const { id } = await again('{"token":"canary-of-rerun","pin":"4321"}');
    const taken = await runner.take();
    expect(taken.task_id).toBe(id);
    expect(await runner.begin(taken)).toMatchObject({ secret_vars: { token: "canary-of-rerun", pin: "4321" } });
    await runner.finish(taken, "success");
  });

  test("what it did not have is not asked for, except by a task of an earlier version", async () => {
    await runOnHosts({ survey_vars: secrets(false) });
    await cancel((await again()).id);
    await db.update(tasks).set({ snapshot: sql`snapshot - 'secret_answers'` }).where(eq(tasks.id, ref.task_id));
    await expect(again()).rejects.toMatchObject(issues("token", "pin"));
    await cancel((await again('{"token":"","pin":""}')).id);
  });

  test("what is no JSON object is refused", async () => {
    await runOnHosts();
    await expect(again("no json")).rejects.toMatchObject({ code: "invalid" });
  });
});

test("with answers that were taken before long numbers were refused gives them as they are", async () => {
  await runOnHosts({}, { environment: '{"account":1}' });
  const environment = '{"account":12345678901234567890}';
  await db.update(tasks).set({ environment }).where(eq(tasks.id, ref.task_id));
  const task = await rerun("failed");
  await cancel(task.id);
  expect(task.environment).toBe(environment);
});

describe("of a deploy", () => {
  const built = (build: number, version: string) => insertTask(db, site.w.projectId, build, { version });

  test("takes the build that it had, also where the template lets nobody choose it", async () => {
    const build = await site.template({ type: "build", start_version: "1.0.0" });
    const first = await built(build, "1.0.0");
    await runOnHosts({ type: "deploy", build_template_id: build, launch: { build_task_id: "fixed" } });
    await built(build, "1.0.1");
    const task = await rerun("failed");
    await cancel(task.id);
    expect(task).toMatchObject({ build_task_id: first, incoming_version: "1.0.0", limit: "bad-1" });
  });

  test("is refused if that is gone, instead of taking the newest", async () => {
    const build = await site.template({ type: "build", start_version: "1.0.0" });
    const first = await built(build, "1.0.0");
    await runOnHosts({ type: "deploy", build_template_id: build });
    await built(build, "1.0.1");
    await site.w.call(deleteTask, "admin", { projectId: site.w.projectId, taskId: first });
    const error = `build_task_id: ${en.errors.buildDeleted}`;
    expect(await refusal(rerun("failed"))).toEqual({ status: 400, error });
  });
});

test("a task that runs is not started again", async () => {
  const template_id = await ansible();
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  ref = await runner.take();
  await expect(rerun("failed")).rejects.toMatchObject({ details: { key: "taskUnfinished" } });
  await runner.finish(ref, "error", { reason: "exit_code", exit_code: 1 });
});

test("the counts of older runners choose the hosts, and a name that Ansible would read as a pattern is refused", async () => {
  const template_id = await ansible();
  await site.w.call(createTask, "owner", { projectId: site.w.projectId }, { template_id });
  ref = await runner.take();
  const counts = { ok: 0, changed: 0, unreachable: 0, failed: 0, skipped: 0 };
  const hosts = [
    { host: "bad", ...counts, failed: 1 },
    { host: "web*", ...counts, unreachable: 1 },
  ];
  await runner.progress(ref, { hosts });
  await runner.finish(ref, "error", { reason: "exit_code", exit_code: 2 });
  expect(await limitOf("failed")).toBe("bad");
  await expect(rerun("any_failure")).rejects.toMatchObject({
    details: { issues: [{ path: "hosts", key: "limitHostName", params: { host: "web*" } }] },
  });
});
