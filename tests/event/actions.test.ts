import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { events } from "@/db/schema/events";
import { listEvents, listMyEvents } from "@/lib/event/operations";
import { createAlias, createIntegration, deleteAlias } from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import { createKey } from "@/lib/key/operations";
import { leaveProject } from "@/lib/member/operations";
import { recordEvent } from "@/lib/operation/record-event";
import { updateProject } from "@/lib/project/operations";
import { EVENT_ACTIONS } from "@/lib/protocol/event-action";
import { createState, createStateToken, deleteState, deleteStateToken } from "@/lib/state/operations";
import { stopActiveTask } from "@/lib/task/active/admin-operations";
import { createTask, stopTask } from "@/lib/task/operations";
import { freshDatabase } from "../support/database";
import { insertTemplateRow, resources } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let templateId: number;
beforeAll(async () => {
  w = await world(db);
  templateId = await insertTemplateRow(db, w.projectId, await resources(db, w.projectId));
});

const here = (more: object = {}) => ({ projectId: w.projectId, ...more });
const newest = async () => {
  const [event] = await w.call(listEvents, "guest", here(), { limit: 1 });
  return event && { action: event.action, name: event.object_name, part: event.part, text: event.description };
};

test("an event says as data what happened to what, and as text what clients of Semaphore know", async () => {
  await w.call(createKey, "owner", here(), { name: "deploy", type: "none" });
  expect(await newest()).toEqual({ action: "created", name: "deploy", part: null, text: "Access Key deploy created" });
  await w.call(updateProject, "owner", here(), { name: "Renamed", alert: false, max_parallel_tasks: 0 });
  expect(await newest()).toEqual({ action: "updated", name: "Renamed", part: null, text: "Project updated" });
  await w.call(leaveProject, "manager", here());
  const text = `User ID ${w.userIds.manager} removed from team`;
  expect(await newest()).toEqual({ action: "memberRemoved", name: "The manager", part: null, text });
});

test("an event of a part names the part and the whole", async () => {
  const { id: integrationId } = await w.call(createIntegration, "owner", here(), { name: "On push" });
  const matcher = { name: "branch", match_type: "header", key: "X", method: "equals", value: "1" };
  const { id: matcherId } = await w.call(parts.createMatcher, "owner", here({ integrationId }), matcher);
  const part = { type: "matcher", name: "branch" };
  const text = "Integration Matcher branch";
  expect(await newest()).toEqual({ action: "created", name: "On push", part, text: `${text} created` });
  await w.call(parts.deleteMatcher, "owner", here({ integrationId, matcherId }));
  expect(await newest()).toEqual({ action: "deleted", name: "On push", part, text: `${text} deleted` });
  const value = { name: "tag", value_source: "header", key: "X", variable: "a" };
  const { id: valueId } = await w.call(parts.createValue, "owner", here({ integrationId }), value);
  await w.call(parts.updateValue, "owner", here({ integrationId, valueId }), { variable: "b" });
  expect(await newest()).toMatchObject({ action: "updated", part: { type: "value", name: "tag" } });
  const { id: aliasId } = await w.call(createAlias, "owner", here({ integrationId }), {});
  const alias = { name: "On push", part: { type: "alias", name: "" } };
  expect(await newest()).toMatchObject({ action: "created", ...alias });
  await w.call(deleteAlias, "owner", here({ integrationId, aliasId }));
  expect(await newest()).toMatchObject({
    action: "deleted",
    ...alias,
    text: `Integration Alias ID ${aliasId} deleted`,
  });
  const { id: stateId } = await w.call(createState, "owner", here(), { name: "prod", kind: "terraform" });
  const { id: tokenId } = await w.call(createStateToken, "owner", here({ stateId }), { name: "laptop" });
  await w.call(deleteStateToken, "owner", here({ stateId, tokenId }));
  expect(await newest()).toMatchObject({ action: "deleted", name: "prod", part: { type: "token", name: "laptop" } });
  await w.call(deleteState, "owner", here({ stateId }));
  expect(await newest()).toMatchObject({ action: "deleted", name: "prod", part: null });
});

test("each event of a task has the name that the task ran by", async () => {
  const { id: taskId } = await w.call(createTask, "owner", here(), { template_id: templateId });
  const queued = await newest();
  expect(queued).toMatchObject({ action: "queued", text: `Task ID ${taskId} queued for running` });
  await w.call(stopTask, "owner", here({ taskId }), { force: true });
  const [asked, ended] = await w.call(listEvents, "guest", here(), { limit: 2 });
  expect(asked).toMatchObject({ action: "forceStopping", object_name: queued?.name });
  const text = `Task ID ${taskId} (${queued?.name}) finished - STOPPED`;
  expect(ended).toMatchObject({ action: "stopped", object_name: queued?.name, description: text });
  const { id } = await w.call(createTask, "owner", here(), { template_id: templateId });
  await w.call(stopActiveTask, "admin", { taskId: id });
  expect(await newest()).toMatchObject({ action: "stopping", name: queued?.name });
});

test("every action has a text of its own", async () => {
  const scope = { project: null, userId: w.userIds.admin, ip: "" };
  for (const action of EVENT_ACTIONS) await recordEvent(db, { object_type: "app", action, subject: "App x" }, scope);
  const told = await w.call(listMyEvents, "admin", {}, { limit: EVENT_ACTIONS.length });
  expect(told.map(({ action }) => action).reverse()).toEqual([...EVENT_ACTIONS]);
  expect(new Set(told.map(({ description }) => description)).size).toBe(EVENT_ACTIONS.length);
});

test("an event from before there were actions has its text", async () => {
  await db.execute(sql`insert into ${events} (project_id, object_type, description)
    values (${w.projectId}, 'key', 'Access Key old created')`);
  expect(await newest()).toEqual({ action: null, name: "", part: null, text: "Access Key old created" });
});
