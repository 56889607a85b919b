import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { createEnvironment, deleteEnvironment } from "@/lib/environment/operations";
import { deleteKey } from "@/lib/key/operations";
import { insertKey } from "@/lib/key/store";
import { getOutput } from "@/lib/task/log-operations";
import { confirmTask, createTask, listTasks, rejectTask, stopTask } from "@/lib/task/operations";
import { OutputLines } from "@/lib/task/schema";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { tablesWith } from "../support/tables";
import { taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
const { w, r, template, start, look } = await taskSite(db);
const project = { projectId: w.projectId };
let runner: HandRunner;

beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  runner = await HandRunner.start(db);
});

const output = async (taskId: number) =>
  OutputLines.parse(await w.call(getOutput, "owner", { ...project, taskId }, {})).map((line) => line.output);

describe("the life of a task", () => {
  test("waiting → starting → running → success, with its log and its events", async () => {
    const task = await w.call(createTask, "owner", project, { template_id: await template() });
    expect(task).toMatchObject({ status: "waiting", secret: "{}", user_id: w.userIds.owner, start: null });
    const ref = await runner.offer();
    expect(ref).toEqual({ task_id: task.id, attempt: 1 });
    expect(await look(task.id)).toMatchObject({ status: "starting", runner_name: "by hand" });
    const job = await runner.begin(ref);
    expect(job).toMatchObject({ app: "bash", playbook: "run.sh", repository: { url: "/srv/code" }, phase: "run" });
    await runner.log(ref, ["one", "two"]);
    await runner.log(ref, ["three"]);
    expect(await runner.finish(ref)).toMatchObject({ finished: true, status: "success" });
    expect(await look(task.id)).toMatchObject({ status: "success", reason: null, log_lines: 3 });
    expect(await output(task.id)).toEqual(["one", "two", "three"]);
    const told = await db
      .select({ text: events.description })
      .from(events)
      .where(eq(events.object_id, task.id))
      .orderBy(events.id);
    expect(told.map(({ text }) => text).filter((text) => text.startsWith(`Task ID ${task.id}`))).toEqual([
      `Task ID ${task.id} queued for running`,
      `Task ID ${task.id} (t) is running`,
      `Task ID ${task.id} (t) finished - SUCCESS`,
    ]);
  });

  test("a success in which no host ran a task is marked so, in lists too", async () => {
    const template_id = await template();
    const ran = { host: "web1", ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 };
    for (const facts of [{ hosts: [] }, { hosts: [ran] }, {}]) {
      await start(template_id);
      const ref = await runner.take();
      await runner.progress(ref, facts);
      await runner.finish(ref);
    }
    await start(template_id);
    const failed = await runner.take();
    await runner.progress(failed, { hosts: [] });
    await runner.finish(failed, "error", { reason: "exit_code", exit_code: 4 });
    const listed = await w.call(listTasks, "owner", project, {});
    expect(listed.map(({ status, reason }) => [status, reason])).toEqual([
      ["error", "exit_code"],
      ["success", null],
      ["success", null],
      ["success", "no_hosts"],
    ]);
  });

  test("nothing is started twice: begin repeats for the same process only, and never after the end", async () => {
    await start(await template());
    const ref = await runner.take();
    expect(await runner.begin(ref)).toMatchObject({ task_id: ref.task_id });
    const other = await HandRunner.start(db);
    expect(await refusal(other.begin(ref))).toMatchObject({ status: 409 });
    await runner.finish(ref);
    expect(await refusal(runner.begin(ref))).toMatchObject({ status: 409 });
  });

  test("a final status needs the whole log: missing lines are requested again", async () => {
    await start(await template());
    const ref = await runner.take();
    await runner.log(ref, ["one"]);
    expect(await runner.finish(ref, "success", { total_lines: 2, checksum: 1 })).toMatchObject({
      finished: false,
      next_line: 1,
    });
    expect(await look(ref.task_id)).toMatchObject({ status: "running" });
    await runner.log(ref, ["two"]);
    expect(await runner.finish(ref, "success", { checksum: 1 })).toMatchObject({ finished: false, next_line: 0 });
    await runner.log(ref, ["one", "two"], 0);
    expect(await runner.finish(ref)).toMatchObject({ finished: true });
    expect(await output(ref.task_id)).toEqual(["one", "two"]);
  });

  test("a short task reports its first stage with the begin, and its last lines and facts with the end", async () => {
    await start(await template());
    const ref = await runner.offer();
    const stage = { name: "prepare", first_line: 0, start: "2026-01-01T00:00:00.000Z", end: null };
    await runner.begin(ref, "run", { stages: [stage] });
    expect(await look(ref.task_id)).toMatchObject({ status: "running", stages: [stage] });
    await runner.log(ref, ["one"], 0);
    const facts = { commit_hash: "a".repeat(40), stages: [{ ...stage, end: "2026-01-01T00:00:01.000Z" }] };
    expect(await runner.finishWith(ref, ["two", "three"], facts)).toMatchObject({ finished: true, status: "success" });
    expect(await output(ref.task_id)).toEqual(["one", "two", "three"]);
    expect(await look(ref.task_id)).toMatchObject({ log_lines: 3, ...facts });
  });

  test("an end whose lines leave a gap is not accepted, and is told which line is missing", async () => {
    await start(await template());
    const ref = await runner.take();
    await runner.log(ref, ["one"]);
    const log = { first_line: 2, time: "2026-01-01T00:00:00Z", offsets: [0], text: "three" };
    const end = { log, total_lines: 3, checksum: 1 };
    expect(await runner.finish(ref, "success", end)).toMatchObject({ finished: false, next_line: 1 });
    await runner.log(ref, ["two", "three"]);
    expect(await runner.finish(ref)).toMatchObject({ finished: true, status: "success" });
    expect(await output(ref.task_id)).toEqual(["one", "two", "three"]);
  });

  test("impossible numbers are rejected, and change nothing", async () => {
    await start(await template());
    const ref = await runner.take();
    await runner.log(ref, ["one"]);
    for (const changes of [{ total_lines: -1 }, { checksum: -1 }, { checksum: 2 ** 32 }])
      expect(await refusal(runner.finish(ref, "success", changes))).toMatchObject({ status: 400 });
    const host = { host: "web", ok: 1, changed: 0, unreachable: 0, failed: 0, skipped: 0 };
    const stage = { name: "run", first_line: 0, start: "9999-12-31T00:00:00Z", end: null };
    for (const facts of [{ hosts: [{ ...host, changed: -1 }] }, { stages: [stage] }])
      expect(await refusal(runner.progress(ref, facts))).toMatchObject({ status: 400 });
    for (const time of ["9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z"])
      expect(await refusal(runner.log(ref, ["two"], 1, time))).toMatchObject({ status: 400 });
    expect(await refusal(runner.log(ref, ["two"], 3_000_000))).toMatchObject({ status: 400 });
    expect(await look(ref.task_id)).toMatchObject({ status: "running", hosts: null, log_lines: 1 });
    await runner.log(ref, ["two"], 1);
    expect(await runner.finish(ref)).toMatchObject({ finished: true, status: "success" });
    expect(await output(ref.task_id)).toEqual(["one", "two"]);
  });

  test("lines sent twice are stored once, and a gap is rejected with the expected line", async () => {
    await start(await template());
    const ref = await runner.take();
    await runner.log(ref, ["a", "b"]);
    expect(await runner.log(ref, ["a", "b"], 0)).toEqual({ next_line: 2 });
    expect(await refusal(runner.log(ref, ["z"], 5))).toMatchObject({ status: 409 });
    expect(await output(ref.task_id)).toEqual(["a", "b"]);
  });

  test("a lost offer is repeated for the same process only", async () => {
    const taskId = await start(await template());
    await runner.poll();
    expect((await (await HandRunner.start(db)).poll()).tasks).toEqual([]);
    expect((await runner.poll()).tasks).toEqual([{ task_id: taskId, attempt: 1 }]);
  });
});

const planned = async () => {
  await start(await template({ app: "terraform", playbook: "" }));
  const ref = await runner.take();
  await runner.progress(ref, { plan: { add: 1, change: 0, destroy: 0 }, await_confirmation: true });
  return ref;
};

test("a task whose job cannot be read ends, instead of being offered again and again", async () => {
  const taskId = await start(await template());
  await db.execute(sql`update tasks set snapshot = snapshot #- '{template,vaults}' where id = ${taskId}`);
  await expect(runner.take()).rejects.toMatchObject({ code: "conflict" });
  const [row] = await db.select().from(tasks).where(eq(tasks.id, taskId));
  expect(row).toMatchObject({ status: "error", reason: "internal" });
  expect((await runner.poll(1, [], AbortSignal.timeout(300))).tasks).toEqual([]);
});

describe("stopping", () => {
  test("a task without a runner is stopped at once and never offered", async () => {
    const taskId = await start(await template());
    await w.call(stopTask, "owner", { ...project, taskId });
    expect(await look(taskId)).toMatchObject({ status: "stopped", reason: "stopped_by_user" });
    expect((await runner.poll()).tasks).toEqual([]);
  });

  test("the task says who stopped it: the first who asked, or who rejected its plan", async () => {
    await start(await template());
    const ref = await runner.take();
    const asked = { ...project, taskId: ref.task_id };
    await w.call(stopTask, "task_runner", asked);
    await w.call(stopTask, "owner", asked, { force: true });
    await runner.finish(ref, "stopped");
    expect(await look(ref.task_id)).toMatchObject({ reason: "stopped_by_user", stopped_by_name: "The task_runner" });
    const rejected = await planned();
    await w.call(rejectTask, "manager", { ...project, taskId: rejected.task_id });
    expect(await look(rejected.task_id)).toMatchObject({ stopped_by_name: "The manager" });
    const [newest] = await w.call(listTasks, "guest", project, { limit: "1" });
    expect(newest).toMatchObject({ id: rejected.task_id, stopped_by_name: "The manager" });
  });

  test("a running task is stopped gently, then by force, and a final status never changes", async () => {
    await start(await template());
    const ref = await runner.take();
    await w.call(stopTask, "owner", { ...project, taskId: ref.task_id });
    expect((await runner.poll(0, [ref])).directives).toEqual([{ ...ref, action: "stop" }]);
    expect((await runner.poll(0, [ref])).directives).toEqual([]);
    expect((await runner.heartbeat([ref])).directives).toEqual([{ ...ref, action: "stop" }]);
    await w.call(stopTask, "owner", { ...project, taskId: ref.task_id }, { force: true });
    expect((await runner.poll(0, [ref])).directives).toEqual([{ ...ref, action: "kill" }]);
    expect(await runner.finish(ref, "stopped")).toMatchObject({ status: "stopped" });
    const again = w.call(stopTask, "owner", { ...project, taskId: ref.task_id });
    expect(await refusal(again)).toEqual({ status: 400, error: "The task has already finished" });
    expect(await look(ref.task_id)).toMatchObject({ status: "stopped" });
  });

  test("a task stopped between offer and begin is refused at begin, so no process starts", async () => {
    const taskId = await start(await template());
    const ref = await runner.offer();
    await w.call(stopTask, "owner", { ...project, taskId });
    expect(await refusal(runner.begin(ref))).toMatchObject({ status: 409 });
  });
});

describe("a runner that has reported the end of a task", () => {
  test("is not told by its polls to let go of it, but by its heartbeats, as the reply may have been lost", async () => {
    await start(await template());
    const ref = await runner.take();
    const pending = runner.poll(0, [ref], AbortSignal.timeout(300));
    await runner.finish(ref);
    expect((await pending).directives).toEqual([]);
    expect((await runner.poll(0, [ref], AbortSignal.timeout(20))).directives).toEqual([]);
    expect((await runner.heartbeat([ref])).directives).toEqual([{ ...ref, action: "discard" }]);
  });
});

describe("confirmation", () => {
  test("waits, survives a restart of the runner, and applies after the confirm", async () => {
    const ref = await planned();
    expect(await look(ref.task_id)).toMatchObject({
      status: "waiting_confirmation",
      plan: { add: 1, change: 0, destroy: 0 },
    });
    expect(await runner.restart([ref])).toMatchObject({ discard: [] });
    await w.call(confirmTask, "owner", { ...project, taskId: ref.task_id });
    expect((await runner.poll(0, [ref])).directives).toEqual([{ ...ref, action: "apply" }]);
    expect(await runner.begin(ref, "apply")).toMatchObject({ phase: "apply" });
    expect(await runner.finish(ref)).toMatchObject({ status: "success" });
  });

  test("only a task waiting for confirmation can be confirmed", async () => {
    const taskId = await start(await template());
    const confirm = w.call(confirmTask, "owner", { ...project, taskId });
    expect(await refusal(confirm)).toMatchObject({ status: 400, error: "The task is not waiting for confirmation" });
  });

  test("a runner can't request confirmation for a script, nor for an applied plan", async () => {
    const parked = { status: 400, error: "Only a task with a plan can wait for confirmation" };
    await start(await template());
    const script = await runner.take();
    expect(await refusal(runner.progress(script, { await_confirmation: true }))).toEqual(parked);
    expect(await look(script.task_id)).toMatchObject({ status: "running" });
    const plan = await planned();
    await w.call(confirmTask, "owner", { ...project, taskId: plan.task_id });
    await runner.poll(0, [plan]);
    await runner.begin(plan, "apply");
    expect(await refusal(runner.progress(plan, { await_confirmation: true }))).toEqual(parked);
    expect(await look(plan.task_id)).toMatchObject({ status: "running" });
  });

  test("rejecting ends the task and makes the runner remove its directory", async () => {
    const ref = await planned();
    await w.call(stopTask, "owner", { ...project, taskId: ref.task_id });
    expect(await look(ref.task_id)).toMatchObject({ status: "stopped" });
    expect((await runner.poll(0, [ref])).directives).toEqual([{ ...ref, action: "discard" }]);
  });
});

describe("secrets", () => {
  test.each(["PATH=/tmp/evil:", "HOME=/root", "a b"])("cannot be undeclared by the name %s", async (name) => {
    const secret = JSON.stringify({ [name]: "hunter2-hunter2" });
    expect(await refusal(start(await template({}), { secret }))).toMatchObject({ status: 400 });
  });

  test.each(["SIGNALBOX_TASK_MARK", "LD_PRELOAD", "PYTHONPATH"])("cannot be answers by the name %s", async (name) => {
    const survey_vars = [{ name, title: name, type: "", required: false }];
    const secret = JSON.stringify({ [name]: "hunter2-hunter2" });
    expect(await refusal(start(await template({ survey_vars }), { secret }))).toEqual({
      status: 400,
      error: `secret.${name}: This name is reserved`,
    });
  });

  test.each(["environment", "key"])("of a task whose %s is deleted before it begins: it fails", async (what) => {
    const template_id = await template({ launch: { environment_id: "allowed" } });
    const { id: environment_id } = await w.call(createEnvironment, "owner", project, {
      name: "e",
      json: "{}",
      env: "{}",
    });
    await start(template_id, { environment_id });
    const ref = await runner.offer();
    if (what === "environment") {
      await w.call(deleteEnvironment, "owner", { ...project, environmentId: environment_id });
    } else {
      const { id: ssh_key_id } = await insertKey(db, w.projectId, { name: "another", type: "none" });
      await db.update(repositories).set({ ssh_key_id });
      await db.update(inventories).set({ ssh_key_id });
      await w.call(deleteKey, "owner", { ...project, keyId: r.keyId });
    }
    expect(await refusal(runner.begin(ref))).toMatchObject({ status: 409 });
    expect(await look(ref.task_id)).toMatchObject({ status: "error", reason: "resource_deleted" });
  });

  test("secret answers reach the job, never a reply or the database in plaintext, and are removed when the task ends", async () => {
    const survey_vars = [{ name: "pin", title: "PIN", type: "secret", required: true }];
    const secret = JSON.stringify({ pin: "hunter2-hunter2" });
    const task = await w.call(createTask, "owner", project, { template_id: await template({ survey_vars }), secret });
    expect(JSON.stringify([task, await look(task.id)])).not.toContain("hunter2");
    expect(await tablesWith(db, "hunter2")).toEqual([]);
    const ref = await runner.offer();
    expect((await runner.begin(ref)).secret_vars).toEqual({ pin: "hunter2-hunter2" });
    await runner.finish(ref, "success", { total_lines: 0, checksum: 0 });
    const [row] = await db.select({ secret: tasks.secret }).from(tasks).where(eq(tasks.id, task.id));
    expect(row?.secret).toBeNull();
  });
});
