import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { fireDue } from "@/lib/schedule/fire";
import { createSchedule, listFires } from "@/lib/schedule/operations";
import { createTask as createByApi, getTask } from "@/lib/task/operations";
import { NewTaskInput } from "@/lib/task/schema";
import { createTask } from "@/lib/task/start/create";
import type { Trigger } from "@/lib/task/start/new-task";
import en from "@/messages/en.json";
import { freshDatabase } from "../support/database";
import { insertTask } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { refusal } from "../support/world";

const db = await freshDatabase();
let site: TaskSite;
let build: number;
let deploy: number;
beforeAll(async () => {
  site = await taskSite(db);
  build = await site.template({ name: "Image", type: "build", start_version: "1.0.0" });
  deploy = await site.template({ type: "deploy", build_template_id: build });
});
beforeEach(() => db.delete(tasks));

const built = (version: string, status: "success" | "error" = "success") =>
  insertTask(db, site.w.projectId, build, { version, status });

const start = (trigger: Omit<Trigger, "mayManage">, more: object = {}) =>
  db.transaction((tx) =>
    createTask(tx, site.w.projectId, NewTaskInput.parse({ template_id: deploy, ...more }), {
      ...trigger,
      mayManage: true,
    }),
  );

describe("a deploy without a selected build", () => {
  test("uses the newest successful one", async () => {
    await built("1.0.0");
    const newest = await built("1.0.1");
    await built("1.0.2", "error");
    expect(await start({})).toMatchObject({ build_task_id: newest, incoming_version: "1.0.1" });
  });

  test("keeps a named one", async () => {
    const older = await built("1.0.0");
    await built("1.0.1");
    expect(await start({}, { build_task_id: older })).toMatchObject({ build_task_id: older });
  });

  test("is rejected if there is none, with the reason", async () => {
    await built("1.0.0", "error");
    const error = "There is nothing to deploy yet. Image has no successful build.";
    expect(await refusal(start({}))).toEqual({ status: 400, error });
    expect(await db.select().from(tasks).where(eq(tasks.template_id, deploy))).toEqual([]);
  });

  test("uses the newest one for a manual start too", async () => {
    const newest = await built("1.0.0");
    expect(await start({ userId: site.w.userIds.owner })).toMatchObject({ build_task_id: newest });
  });
});

describe("a deploy that was read and is sent again", () => {
  const here = () => ({ projectId: site.w.projectId });
  const sendAgain = async (changes: object = {}) => {
    const [sent] = await db.select().from(tasks).where(eq(tasks.template_id, deploy)).limit(1);
    const read = await site.w.call(getTask, "task_runner", { ...here(), taskId: sent?.id ?? 0 });
    return site.w.call(createByApi, "task_runner", here(), { ...read, ...changes });
  };

  test("keeps its build, and is refused once that has been deleted", async () => {
    const older = await built("1.0.0");
    await start({}, { build_task_id: older });
    const newer = await built("1.0.1");
    expect(await sendAgain()).toMatchObject({ build_task_id: older });
    await db.update(tasks).set({ build_task_id: null }).where(eq(tasks.build_task_id, older));
    const error = `build_task_id: ${en.errors.buildDeleted}`;
    expect(await refusal(sendAgain())).toEqual({ status: 400, error });
    expect(await sendAgain({ build_task_id: newer })).toMatchObject({ build_task_id: newer });
  });

  test("before anything was deployed takes the newest build", async () => {
    const newest = await built("1.0.0");
    const sent = { template_id: deploy, id: newest };
    expect(await site.w.call(createByApi, "task_runner", here(), sent)).toMatchObject({ build_task_id: newest });
  });
});

describe("a deploy of what another deploy has tried", () => {
  let staging: number;
  let production: number;
  beforeAll(async () => {
    staging = deploy;
    production = await site.template({ name: "Production", type: "deploy", build_template_id: staging });
  });
  const deployed = (incoming_version: string, more: object = {}) =>
    insertTask(db, site.w.projectId, staging, { incoming_version, ...more });

  test.each([
    ["a drift check", { drift_check: true }],
    ["a plan", { params: { plan: true } }],
    ["a dry run", { dry_run: true }],
    ["a destruction", { params: { destroy: true } }],
  ])("never takes %s", async (_name, values) => {
    const real = await deployed("1.0.0");
    const tried = await deployed("1.0.1", values);
    const input = { template_id: production };
    expect(await start({}, input)).toMatchObject({ build_task_id: real, incoming_version: "1.0.0" });
    const error = "build_task_id: A drift check, a plan, a dry run or a destruction can't be deployed";
    expect(await refusal(start({}, { ...input, build_task_id: tried }))).toEqual({ status: 400, error });
  });
});

test("a schedule of a deploy records why nothing was deployed, and deploys once a build exists", async () => {
  const here = { projectId: site.w.projectId };
  const body = { template_id: deploy, cron_format: "@every 1h", active: true };
  const { id: scheduleId } = await site.w.call(createSchedule, "manager", here, body);
  const due = (next_run_at: string) => db.update(schedules).set({ next_run_at }).where(eq(schedules.id, scheduleId));
  const history = () => site.w.call(listFires, "guest", { ...here, scheduleId }, {});

  await due("2026-05-01T12:00:00Z");
  await fireDue(db, new Date("2026-05-01T12:00:00Z"));
  expect(await history()).toMatchObject([
    { outcome: "failed", reason: "refused", detail: expect.stringContaining("Image has no successful build") },
  ]);
  await built("1.0.0");
  await due("2026-05-01T13:00:00Z");
  await fireDue(db, new Date("2026-05-01T13:00:00Z"));
  expect(await history()).toMatchObject([{ outcome: "started" }, { outcome: "failed" }]);
});
