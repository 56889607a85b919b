import { desc, eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { outbox } from "@/db/schema/outbox";
import { projects } from "@/db/schema/projects";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { listNotifications } from "@/lib/notification/operations";
import { freshDatabase } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
process.env.SIGNALBOX_SLACK_URL = "https://hooks.example.com/secret";
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
  await db.update(projects).set({ alert: true });
});
beforeEach(async () => {
  await db.delete(tasks);
  await db.delete(runners);
  await db.delete(outbox);
});

const build = () => site.template({ type: "build", start_version: "1.0.0" });
const deploy = (build_template_id: number, changes: object = {}) =>
  site.template({ type: "deploy", build_template_id, autorun: true, ...changes });

async function runOnce(templateId: number, result: "success" | "error"): Promise<number> {
  const runner = await HandRunner.start(db);
  const id = await site.start(templateId);
  const status = await runner.finish(await runner.take(), result, { total_lines: 0, checksum: 0, exit_code: 0 });
  expect(status).toMatchObject({ status: result });
  return id;
}

test("a successful build starts its deploys once, with its version; a failed one starts none", async () => {
  const template = await build();
  const deployTemplate = await deploy(template);
  await runOnce(template, "error");
  const built = await runOnce(template, "success");
  const started = (await db.select().from(tasks)).filter(({ template_id }) => template_id === deployTemplate);
  expect(started).toMatchObject([
    { status: "waiting", build_task_id: built, incoming_version: "1.0.1", autorun: true },
  ]);
});

test("a successful deploy starts those that promote what it brought", async () => {
  const template = await build();
  const staging = await deploy(template);
  const production = await deploy(staging);
  const runner = await HandRunner.start(db);
  const ended = { total_lines: 0, checksum: 0, exit_code: 0 };
  await site.start(template);
  await runner.finish(await runner.take(), "success", ended);
  const brought = await runner.take();
  await runner.finish(brought, "success", ended);
  const promoted = () => db.select().from(tasks).where(eq(tasks.template_id, production));
  expect(await promoted()).toMatchObject([
    { status: "waiting", build_task_id: brought.task_id, incoming_version: "1.0.0", autorun: true },
  ]);
});

test("a deploy that cannot start by itself leaves the build its success, is recorded and alerted of with the reason", async () => {
  const template = await build();
  const survey_vars = [{ name: "where", title: "Where", type: "", required: true }];
  const refused = await deploy(template, { name: "asks", survey_vars });
  const fine = await deploy(template, { name: "asks nothing" });
  const built = await runOnce(template, "success");
  const rows = await db.select().from(tasks).orderBy(tasks.id);
  expect(rows.map(({ template_id, status }) => [template_id, status])).toEqual([
    [template, "success"],
    [fine, "waiting"],
  ]);
  const told = await db.select().from(events).orderBy(desc(events.id)).limit(6);
  const detail = "environment.where: This variable is required";
  expect(told.map(({ description }) => description)).toContain(
    `Template asks could not autorun after task ID ${built}: ${detail}`,
  );
  expect(await db.select().from(outbox)).toMatchObject([
    { channel: "slack", payload: { task: { id: built, status: "success" } } },
    {
      channel: "slack",
      project_id: site.w.projectId,
      task_id: null,
      payload: { template: { id: refused, name: "asks" }, task: null, autorun: { task_id: built, detail } },
    },
  ]);
  expect(await site.w.call(listNotifications, "admin", {}, {})).toMatchObject([
    { template_name: "asks", task_id: null, status: null, schedule: null, autorun: { task_id: built } },
    { task_id: built, status: "success", schedule: null, autorun: null },
  ]);
});

test("nor does a deploy that cannot even be stored", async () => {
  const template = await build();
  const id = await deploy(template, { name: "unstorable" });
  // What an older version accepted.
  await db.update(templates).set({ arguments: '["\\ud800"]' }).where(eq(templates.id, id));
  const built = await runOnce(template, "success");
  expect(await db.select().from(tasks)).toMatchObject([{ id: built, status: "success" }]);
});
