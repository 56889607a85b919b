import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { saveCommitCheck } from "@/components/template/form/commit-check/save-commit-check";
import { type CommitCheckValues, templateFormValues } from "@/components/template/form/template-form-schema";
import * as schedules from "@/lib/schedule/operations";
import { createTemplate, getTemplate, listCommitChecks } from "@/lib/template/operations";
import { freshDatabase } from "../support/database";
import { resources } from "../support/resources";
import { type World, world } from "../support/world";

const done = async (data: Promise<unknown>) => ({ ok: true, data: await data });
vi.mock("@/lib/schedule/actions", () => ({
  createSchedule: (params: object, body: object) => done(w.call(schedules.createSchedule, "owner", params, body)),
  updateSchedule: (params: object, body: object) => done(w.call(schedules.updateSchedule, "owner", params, body)),
  deleteSchedule: (params: object) => done(w.call(schedules.deleteSchedule, "owner", params, {})),
}));

vi.mock("@/components/api-client", () => ({ api: () => checks() }));

const db = await freshDatabase();
let w: World;
let repository_id: number;
let templateId: number;

beforeAll(async () => {
  w = await world(db);
  repository_id = (await resources(db, w.projectId)).repositoryId;
});

beforeEach(async () => {
  const input = { name: "t", app: "bash", playbook: "a.sh", repository_id };
  templateId = (await w.call(createTemplate, "owner", { projectId: w.projectId }, input)).id;
});

const place = () => ({ projectId: w.projectId, templateId });
const checks = () => w.call(listCommitChecks, "owner", place());

/** A check as a script may have made it. */
const make = (more: object) =>
  w.call(
    schedules.createSchedule,
    "owner",
    { projectId: w.projectId },
    { template_id: templateId, repository_id, ...more },
  );

/** Saves the form with the changed values, and returns the checks after that. */
async function save(changed: Partial<CommitCheckValues> = {}, loaded = checks()) {
  const { commit_check } = templateFormValues(await w.call(getTemplate, "owner", place()), await loaded);
  const wanted = { ...commit_check, ...changed };
  expect(await saveCommitCheck(w.projectId, templateId, wanted, commit_check.on)).toMatchObject({ ok: true });
  return (await checks()).map(({ active, cron_format }) => ({ active, cron_format }));
}

const OFF = { cron_format: "@daily", active: false };
const ON = { cron_format: "@hourly", active: true };

it("saving the form without a change leaves checks as they are", async () => {
  expect(await save()).toEqual([]);
  await make(OFF);
  expect(await save()).toEqual([OFF]);
  await make(ON);
  expect(await save()).toEqual([OFF, ON]);
});

it("a check is made by ticking the box, switched on if it is off, and removed if it is on", async () => {
  expect(await save({ on: true })).toEqual([{ active: true, cron_format: "* * * * *" }]);
  expect(await save({ on: false })).toEqual([]);
  await make(OFF);
  expect(await save({ on: true })).toEqual([{ ...OFF, active: true }]);
  expect(await save({ on: false })).toEqual([]);
});

it("unticking the box removes the checks that run, and not those that are off", async () => {
  await make(OFF);
  await make(ON);
  expect(await save({ on: false })).toEqual([OFF]);
});

it("another interval doesn't switch a check on that was switched off meanwhile", async () => {
  const { id } = await make(ON);
  const loaded = checks();
  await loaded;
  await w.call(schedules.setScheduleActive, "owner", { projectId: w.projectId, scheduleId: id }, { active: false });
  expect(await save({ cron_format: "@daily" }, loaded)).toEqual([OFF]);
});

it("a check that another form has made or removed meanwhile is neither doubled nor missed", async () => {
  const before = checks();
  await before;
  await make(OFF);
  expect(await save({ on: true, cron_format: "@hourly" }, before)).toEqual([ON]);
  const loaded = checks();
  expect(await save({ on: false })).toEqual([]);
  expect(await save({}, loaded)).toEqual([ON]);
});
