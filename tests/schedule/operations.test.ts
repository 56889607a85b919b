import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as validateRoute from "@/app/api/project/[projectId]/schedules/validate/route";
import { schedules } from "@/db/schema/schedules";
import { listLastEvents } from "@/lib/event/operations";
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  setScheduleActive,
  updateSchedule,
  validateCron,
} from "@/lib/schedule/operations";
import { lockSchedule } from "@/lib/schedule/store";
import { openSecretAnswers } from "@/lib/schedule/task-params";
import { parseKeyRing } from "@/lib/secret/key-ring";
import { seal } from "@/lib/secret/seal";
import { listCommitChecks } from "@/lib/template/operations";
import messages from "@/messages/en.json";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { tablesWith } from "../support/tables";
import { MANAGERS, MEMBERS, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
  templateId = await insertTemplateRow(db, w.projectId, ours, { name: "Backup" });
});

const here = () => ({ projectId: w.projectId });
const at = (scheduleId: number) => ({ ...here(), scheduleId });
const input = (changes: Record<string, unknown> = {}) => ({
  project_id: w.projectId,
  template_id: templateId,
  name: "Nightly",
  cron_format: "30 2 * * *",
  active: true,
  repository_id: null,
  ...changes,
});
const create = (changes: Record<string, unknown> = {}) => w.call(createSchedule, "manager", here(), input(changes));
const get = (id: number) => w.call(getSchedule, "guest", at(id));
const update = (id: number, changes: Record<string, unknown>) =>
  w.call(updateSchedule, "manager", at(id), input(changes));

async function deployTemplate(): Promise<number> {
  const build_template_id = await insertTemplateRow(db, w.projectId, ours, { type: "build", start_version: "1" });
  return insertTemplateRow(db, w.projectId, ours, { type: "deploy", build_template_id });
}

const NO_TASK = {
  message: "",
  debug: false,
  dry_run: false,
  diff: false,
  playbook: "",
  environment: "",
  secret: "",
  secret_names: [],
  limit: "",
  arguments: null,
  git_branch: "",
  commit_hash: "",
  build_task_id: null,
  inventory_id: null,
  params: {},
};

describe("a schedule", () => {
  it("is created, read, listed, replaced, switched on and off, and deleted, with an event for each", async () => {
    const created = await create();
    expect(created).toMatchObject({ ...input(), timezone: null, run_at: null, overlap: "queue", task_params: NO_TASK });
    expect(await get(created.id)).toEqual(created);
    expect(await w.call(listSchedules, "guest", here())).toContainEqual({ ...created, tpl_name: "Backup" });
    await w.call(updateSchedule, "manager", at(created.id), { ...created, name: "Weekly", cron_format: "@weekly" });
    expect(await get(created.id)).toMatchObject({ name: "Weekly", cron_format: "@weekly" });
    await w.call(setScheduleActive, "manager", at(created.id), { active: false });
    expect(await get(created.id)).toMatchObject({ active: false, next_run_at: null });
    await w.call(deleteSchedule, "manager", at(created.id));
    expect(await refusal(get(created.id))).toEqual({ status: 404, error: null });
    expect(await refusal(w.call(deleteSchedule, "manager", at(created.id)))).toEqual({ status: 404, error: null });
    const texts = (await w.call(listLastEvents, "guest", here())).map(({ description }) => description);
    expect(texts.slice(0, 4)).toEqual(
      ["deleted", "updated", "updated", "created"].map((what) => `Schedule ID ${created.id} ${what}`),
    );
  });

  it("keeps fields that other clients don't know, and reads other absent ones as empty and disabled", async () => {
    const { id } = await create({ overlap: "skip", timezone: "Asia/Tokyo" });
    await w.call(updateSchedule, "manager", at(id), { template_id: templateId, cron_format: "@daily" });
    expect(await get(id)).toMatchObject({ name: "", active: false, overlap: "skip", timezone: "Asia/Tokyo" });
  });

  it("keeps its options and what to run where a client sends null", async () => {
    const terraform = await insertTemplateRow(db, w.projectId, ours, { app: "terraform" });
    const set = { template_id: terraform, overlap: "skip", mode: "check", task_params: { message: "nightly" } };
    const created = await create(set);
    const nulls = { overlap: null, mode: null, task_params: null };
    await w.call(updateSchedule, "manager", at(created.id), { ...created, ...nulls });
    const { overlap, mode, task_params } = created;
    expect(await get(created.id)).toMatchObject({ overlap, mode, task_params });
    expect(await create({ ...nulls, template_id: terraform })).toMatchObject({ overlap: "queue", mode: "run" });
  });

  it("checks for drift instead of running, and goes on doing so after a change by a client that does not know it", async () => {
    const checked = { template_id: await insertTemplateRow(db, w.projectId, ours, { app: "terraform" }) };
    expect(await create(checked)).toMatchObject({ mode: "run" });
    const { id, mode: _mode, ...known } = await create({ ...checked, mode: "check" });
    await w.call(updateSchedule, "manager", at(id), { ...known, id, name: "by an old client" });
    expect(await get(id)).toMatchObject({ name: "by an old client", mode: "check" });
    const bash = { template_id: templateId, mode: "check" };
    const problem = `mode: ${messages.errors.checkNotForThisApp}`;
    expect(await refusal(create(bash))).toEqual({ status: 400, error: problem });
    const moved = w.call(updateSchedule, "manager", at(id), { ...known, id, template_id: templateId });
    expect(await refusal(moved)).toEqual({ status: 400, error: problem });
    await w.call(updateSchedule, "manager", at(id), { ...known, id, mode: "run" });
    expect(await get(id)).toMatchObject({ mode: "run" });
  });

  it.each([
    [{ mode: "look" }, "mode: Invalid value"],
    [{ cron_format: "" }, "Cron: empty spec string"],
    [{ cron_format: null }, "Cron: empty spec string"],
    [{ cron_format: "* * *" }, "Cron: expected exactly 5 fields, found 3: [* * *]"],
    [{ cron_format: "0 * * * * *" }, "Cron: expected exactly 5 fields, found 6: [0 * * * * *]"],
    [{ cron_format: "2030-01-01T00:00:00Z" }, "Cron: expected exactly 5 fields, found 1: [2030-01-01T00:00:00Z]"],
    [{ cron_format: "0 0 30 2 *" }, "Cron: no such date: 0 0 30 2 *"],
    [{ cron_format: `${"1,".repeat(20_000)}1 * * * *` }, "cron_format: At most 200 characters"],
    [{ timezone: "Mars/Base" }, "timezone: Unknown time zone"],
    [{ template_id: null }, "template_id: Template is required"],
    [{ template_id: 999_999 }, "template_id: Template not found in this project"],
    [{ repository_id: 999_999 }, "repository_id: Not found in this project"],
    [{ project_id: 999_999 }, "You can not move schedule to other project"],
    [{ run_at: "2999-01-01T00:00:00Z" }, "cron_format: Must be empty for a single run"],
    [{ cron_format: "", run_at: "2020-01-01T00:00:00Z" }, "run_at: Must be in the future"],
    [
      { cron_format: "", run_at: "tomorrow" },
      "run_at: Must be a date and time with a time zone, such as 2030-01-31T09:00:00Z",
    ],
    [{ overlap: "cancel" }, "overlap: Invalid value"],
    [{ active: "yes" }, "active: Expected boolean"],
  ])("rejects %o", async (changes, error) => {
    expect(await refusal(create(changes))).toEqual({ status: 400, error });
  });

  it("rejects ids of another project, and leaves its rows unchanged", async () => {
    const theirs = await resources(db, w.otherProjectId);
    const theirTemplate = await insertTemplateRow(db, w.otherProjectId, theirs);
    const foreign = { projectId: w.otherProjectId, template_id: theirTemplate, cron_format: "@daily" };
    const { id } = await w.call(createSchedule, "stranger", { projectId: w.otherProjectId }, foreign);
    expect((await refusal(create({ template_id: theirTemplate }))).status).toBe(400);
    expect((await refusal(create({ repository_id: theirs.repositoryId }))).status).toBe(400);
    expect((await refusal(create({ task_params: { inventory_id: theirs.inventoryId } }))).status).toBe(400);
    const theirBuild = await insertTask(db, w.otherProjectId, theirTemplate, { status: "success" });
    const deploy = await deployTemplate();
    const wrongBuild = { template_id: deploy, task_params: { build_task_id: theirBuild } };
    const refused = { status: 400, error: "task_params.build_task_id: Not found in this project" };
    expect(await refusal(create(wrongBuild))).toEqual(refused);
    const kept = await create({ template_id: deploy });
    expect(await refusal(update(kept.id, wrongBuild))).toEqual(refused);
    for (const call of [
      () => get(id),
      () => update(id, {}),
      () => w.call(setScheduleActive, "manager", at(id), { active: false }),
      () => w.call(deleteSchedule, "manager", at(id)),
    ]) {
      expect(await refusal(call())).toEqual({ status: 404, error: null });
    }
    const { id: own } = await create();
    expect(await refusal(update(own, { id }))).toEqual({
      status: 400,
      error: "schedule id in URL and in body must be the same",
    });
  });

  it("can be changed by those who manage resources, and read by members", async () => {
    const { id } = await create();
    expect(await statuses((as) => w.call(createSchedule, as, here(), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(updateSchedule, as, at(id), input()))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(setScheduleActive, as, at(id), { active: true }))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(validateCron, as, here(), { cron_format: "@daily" }))).toEqual(MANAGERS);
    expect(await statuses((as) => w.call(getSchedule, as, at(id)))).toEqual(MEMBERS);
    expect(await statuses((as) => w.call(listSchedules, as, here()))).toEqual(MEMBERS);
  });
});

describe("the next run", () => {
  it("is calculated in the schedule's time zone", async () => {
    const { next_run_at } = await create({ cron_format: "0 12 * * *", timezone: "Asia/Tokyo" });
    expect(next_run_at).toMatch(/T03:00:00Z$/);
    expect(Date.parse(next_run_at ?? "")).toBeGreaterThan(Date.now());
  });

  it("is kept when only other fields change, and recalculated with another timing", async () => {
    const next_run_at = "2100-01-01T00:00:00Z";
    const { id } = await create({ cron_format: "@every 1h" });
    await db.update(schedules).set({ next_run_at }).where(eq(schedules.id, id));
    await update(id, { cron_format: "@every 1h", name: "renamed" });
    expect(await get(id)).toMatchObject({ name: "renamed", next_run_at });
    await update(id, { cron_format: "@every 2h" });
    expect((await get(id)).next_run_at).not.toBe(next_run_at);
  });

  it("is set again when the schedule is enabled, unless its single time is over", async () => {
    const run_at = "2100-01-01T00:00:00Z";
    const { id } = await create({ cron_format: "", run_at, active: false });
    await w.call(setScheduleActive, "manager", at(id), { active: true });
    expect(await get(id)).toMatchObject({ next_run_at: run_at });
    await w.call(setScheduleActive, "manager", at(id), { active: false });
    await db.update(schedules).set({ run_at: "2020-01-01T00:00:00Z" }).where(eq(schedules.id, id));
    expect(await refusal(w.call(setScheduleActive, "manager", at(id), { active: true }))).toEqual({
      status: 400,
      error: "run_at: Must be in the future",
    });
  });
});

describe("a commit check", () => {
  it("is listed with its template only, and keeps the last commit while its branch stays", async () => {
    const { id, next_run_at } = await create({ repository_id: ours.repositoryId });
    expect(next_run_at).not.toBeNull();
    const listed = (await w.call(listSchedules, "guest", here())).map((schedule) => schedule.id);
    expect(listed).not.toContain(id);
    expect(await w.call(listCommitChecks, "guest", { ...here(), templateId })).toMatchObject([{ id }]);
    await db.update(schedules).set({ last_commit_hash: "abc" }).where(eq(schedules.id, id));
    await update(id, { repository_id: ours.repositoryId });
    expect((await lockSchedule(db, w.projectId, id))?.last_commit_hash).toBe("abc");
  });

  it("without `active` is on at first, and left as it is by a change", async () => {
    const { active: _active, ...check } = input({ repository_id: ours.repositoryId });
    const save = (scheduleId: number, changes: object = {}) =>
      w.call(updateSchedule, "manager", at(scheduleId), { ...check, ...changes });
    const { id, active, next_run_at } = await w.call(createSchedule, "manager", here(), check);
    expect({ active, next_run_at }).toEqual({ active: true, next_run_at: expect.any(String) });
    await save(id, { cron_format: "@hourly" });
    expect(await get(id)).toMatchObject({ active: true, next_run_at: expect.any(String) });
    await save(id, { active: false });
    await save(id, { name: "Renamed" });
    expect(await get(id)).toMatchObject({ name: "Renamed", active: false, next_run_at: null });
    await save(id, { repository_id: null });
    await save(id);
    expect(await get(id)).toMatchObject({ active: true });
    expect(await create({ repository_id: ours.repositoryId, active: false })).toMatchObject({ active: false });
  });
});

describe("the parameters of each run", () => {
  const variables = [
    { name: "city", title: "City", required: true, type: "" as const, description: "", values: null },
    { name: "token", title: "Token", required: false, type: "secret" as const, description: "", values: null },
    { name: "count", title: "Count", required: false, type: "int" as const, description: "", values: null },
  ];
  const survey = () => insertTemplateRow(db, w.projectId, ours, { survey_vars: variables });

  it("are validated like those of a manual start", async () => {
    const template_id = await survey();
    const attempt = (task_params: unknown) => refusal(create({ template_id, task_params }));
    expect(await attempt({ environment: '{"city":"Rome","count":"two"}' })).toMatchObject({
      error: "task_params.environment.count: Digits only",
    });
    expect(await attempt({ environment: "[]" })).toMatchObject({
      error: "task_params.environment: Must be a JSON object",
    });
    expect(await attempt({ environment: '{"city":"Rome"}', arguments: '["-v"]' })).toMatchObject({
      error: "task_params.arguments: The template doesn't allow tasks to change this",
    });
    expect(await attempt({ environment: '{"city":"Rome"}', git_branch: "; id" })).toMatchObject({
      error: "task_params.git_branch: Not a valid branch name",
    });
    expect(await attempt({ environment: '{"city":"Rome"}', params: { plan: true } })).toMatchObject({
      error: "task_params.params.plan: Not available for this application",
    });
  });

  it("may lack required answers, which the reply names until they are given", async () => {
    const template_id = await survey();
    const created = await create({ template_id, task_params: {} });
    expect(created).toMatchObject({ active: true, missing_answers: ["city"] });
    const task_params = { environment: '{"city":"Rome"}' };
    const saved = await w.call(updateSchedule, "manager", at(created.id), { ...created, task_params });
    expect(saved).toEqual({ missing_answers: [] });
    expect((await w.call(listSchedules, "guest", here())).find(({ id }) => id === created.id)).toMatchObject({
      missing_answers: [],
    });
  });

  it("keep secret answers encrypted, out of every response, and through replacements that omit them", async () => {
    const template_id = await survey();
    const [first, second] = [randomBytes(12).toString("hex"), randomBytes(12).toString("hex")];
    const environment = JSON.stringify({ city: "Rome", token: first });
    const created = await create({
      template_id,
      task_params: { environment, secret: JSON.stringify({ pin: second }) },
    });
    expect(created.task_params).toMatchObject({
      environment: '{"city":"Rome"}',
      secret: "",
      secret_names: expect.arrayContaining(["token", "pin"]),
    });
    expect(await tablesWith(db, first)).toEqual([]);
    await w.call(updateSchedule, "manager", at(created.id), { ...created, name: "again" });
    const secretOf = async () => {
      const row = await lockSchedule(db, w.projectId, created.id);
      return row && openSecretAnswers(row);
    };
    expect(await secretOf()).toEqual({ token: first, pin: second });
    const changed = { ...created.task_params, secret: JSON.stringify({ token: "", pin: "new" }) };
    await w.call(updateSchedule, "manager", at(created.id), { ...created, task_params: changed });
    expect(await secretOf()).toEqual({ pin: "new" });
    await w.call(updateSchedule, "manager", at(created.id), { ...created, template_id: templateId });
    expect(await secretOf()).toEqual({});
  });

  it("can be given again if the secret answers can't be decrypted any more", async () => {
    const survey_vars = variables.map((variable) => ({ ...variable, required: variable.type === "secret" }));
    const template_id = await insertTemplateRow(db, w.projectId, ours, { survey_vars });
    const created = await create({ template_id, task_params: { secret: JSON.stringify({ token: "lost" }) } });
    const lostKey = parseKeyRing(`lost:${randomBytes(32).toString("base64")}`);
    const task_secret = seal('{"token":"lost"}', `schedules/${created.id}/task_secret`, lostKey);
    await db.update(schedules).set({ task_secret }).where(eq(schedules.id, created.id));
    const save = (task_params: object) =>
      w.call(updateSchedule, "manager", at(created.id), { ...created, task_params });
    expect(await refusal(save(created.task_params))).toMatchObject({ status: 400 });
    expect(await lockSchedule(db, w.projectId, created.id)).toMatchObject({ task_secret });
    expect(await save({ secret: JSON.stringify({ token: "found" }) })).toEqual({ missing_answers: [] });
    const [event] = await w.call(listLastEvents, "manager", here());
    expect(event).toMatchObject({ object_id: created.id, changes: { task_params: { sealed: true } } });
    const row = await lockSchedule(db, w.projectId, created.id);
    expect(row && openSecretAnswers(row)).toEqual({ token: "found" });
  });
});

describe("validation and preview", () => {
  const validate = async (cron_format: string) => {
    const request = new Request("http://signalbox.test/api", {
      method: "POST",
      headers: { cookie: `semaphore=${w.sessionIds.manager}` },
      body: JSON.stringify({ cron_format }),
    });
    const params = Promise.resolve({ projectId: String(w.projectId) });
    const response = await validateRoute.POST(request, { params });
    return { status: response.status, body: await response.text() };
  };

  it("return 200 without a body, or 400 with the reason", async () => {
    expect(await validate("*/5 * * * *")).toEqual({ status: 200, body: "" });
    expect(await validate("@every 90s")).toEqual({ status: 200, body: "" });
    expect(await validate("* * * * 7")).toEqual({
      status: 400,
      body: '{"error":"Cron: end of range (7) above maximum (6): 7"}\n',
    });
  });

  it("show the next runs, five by default", async () => {
    const preview = (body: object) => w.call(previewSchedule, "manager", here(), body);
    const { timezone, runs } = await preview({ cron_format: "0 6 * * *", timezone: "Asia/Tokyo" });
    expect(timezone).toBe("Asia/Tokyo");
    expect(runs).toHaveLength(5);
    expect(runs.every(({ at: instant }) => instant.endsWith("T21:00:00.000Z"))).toBe(true);
    expect((await preview({ cron_format: "@hourly", count: 50 })).runs).toHaveLength(50);
    const gaps = await preview({ cron_format: "30 2 8 3 *", timezone: "America/New_York", count: 50 });
    expect(gaps.runs.some(({ clocks }) => clocks === "gap")).toBe(true);
    expect((await refusal(preview({ cron_format: "nonsense" }))).error).toMatch(/^Cron: expected exactly 5 fields/);
  });
});

it("lists schedules in one statement besides the caller's", async () => {
  expect(await statementsOf(db, () => w.call(listSchedules, "guest", here()))).toHaveLength(2);
});
