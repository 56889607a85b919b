import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { GET as getRole } from "@/app/api/project/[projectId]/role/route";
import { database } from "@/db/client";
import { workflowItems, workflowNodes, workflowRuns } from "@/db/schema/workflows";
import * as integration from "@/lib/integration/operations";
import * as parts from "@/lib/integration/part-operations";
import type { Endpoint } from "@/lib/operation/endpoint";
import { createSchedule } from "@/lib/schedule/operations";
import { routes } from "@/lib/server/routes.gen";
import { createToken } from "@/lib/session/operations";
import { createState, createStateToken } from "@/lib/state/operations";
import { uploadState } from "@/lib/state/version-operations";
import { terraformState } from "../state/states";
import { freshDatabase, statementsOf, widthsOf } from "../support/database";
import { HandRunner } from "../support/hand-runner";
import { send } from "../support/http";
import { insertTask } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";
import { approval } from "../support/workflow";

const db = await freshDatabase();
let site: TaskSite;
let params: Record<string, number | string>;

/** Some of everything that there are lists of; the second call doubles it. */
async function addSome(): Promise<void> {
  const { w, r } = site;
  const project = { projectId: w.projectId };
  const templateId = await site.template({ view_id: r.viewId });
  const started = { user_id: w.userIds.owner };
  let taskId = 0;
  for (let n = 0; n < 3; n++) taskId = await insertTask(db, w.projectId, templateId, started);
  const runId = await addRun(templateId, taskId);
  const every = { name: "s", cron_format: "0 3 * * *", template_id: templateId, active: true };
  const schedule = await w.call(createSchedule, "owner", project, every);
  await w.call(createSchedule, "owner", project, { ...every, repository_id: r.repositoryId });
  const { id } = await w.call(integration.createIntegration, "owner", project, { name: "i", template_id: templateId });
  const ofIt = { ...project, integrationId: id };
  await w.call(integration.createAlias, "owner", ofIt, {});
  await w.call(integration.createProjectAlias, "owner", project, {});
  const header = { name: "m", key: "x-kind", value: "push" };
  await w.call(parts.createMatcher, "owner", ofIt, { ...header, match_type: "header", method: "equals" });
  await w.call(parts.createValue, "owner", ofIt, { ...header, value_source: "header", variable: "kind" });
  await w.call(createToken, "admin", {}, {});
  await HandRunner.start(db);
  const state = await w.call(createState, "owner", project, { name: `s${taskId}`, kind: "terraform" });
  const ofState = { ...project, stateId: state.id };
  await w.call(uploadState, "owner", ofState, { content: terraformState(), reason: "moved in" });
  await w.call(createStateToken, "owner", ofState, { name: "laptop" });
  params = {
    ...project,
    userId: w.userIds.admin,
    templateId,
    taskId: runId,
    nodeKey: "ask",
    scheduleId: schedule.id,
    integrationId: id,
    viewId: r.viewId,
    stateId: state.id,
  };
}

/** The run of a workflow that asks, and has started a task. */
async function addRun(template_id: number, build_task_id: number): Promise<number> {
  const { projectId } = site.w;
  const ask = approval("ask", { text: "Go on?" });
  const task_id = await insertTask(db, projectId, template_id, { build_task_id });
  const child_id = await insertTask(db, projectId, template_id, {
    parent_task_id: task_id,
    node_key: "ask",
    node_item: 0,
  });
  await db.insert(workflowRuns).values({ task_id, graph: { nodes: [ask], edges: [] } });
  await db.insert(workflowNodes).values({ task_id, key: "ask", status: "waiting", text: "Go on?", start: sql`now()` });
  await db.insert(workflowItems).values({ task_id, key: "ask", number: 0, child_id });
  return task_id;
}

/** A template, a schedule of it and an integration, and nothing that belongs to them. */
async function addBare(): Promise<Record<string, number>> {
  const { w } = site;
  const project = { projectId: w.projectId };
  const templateId = await site.template();
  const timing = { name: "s", cron_format: "0 3 * * *", template_id: templateId, active: true };
  const { id: scheduleId } = await w.call(createSchedule, "owner", project, timing);
  const { id: integrationId } = await w.call(integration.createIntegration, "owner", project, { name: "i" });
  return { ...project, templateId, scheduleId, integrationId };
}

beforeAll(async () => {
  site = await taskSite(db);
  await addSome();
});

const isList = (handler: unknown): handler is Endpoint =>
  typeof handler === "function" &&
  "operation" in handler &&
  (handler as Endpoint).operation.output instanceof z.ZodArray;

const lists = routes.flatMap(({ path, handlers }) => (isList(handlers.GET) ? [{ path, list: handlers.GET }] : []));

const countOf = async (list: Endpoint): Promise<number> => {
  const sent = await statementsOf(database(), async () => {
    const { status } = await send(site.w, list, { as: "admin", params });
    expect(status).toBe(200);
  });
  return sent.length;
};

function mostBytesOf(path: string): number {
  if (/\/templates$/.test(path)) return 2_100;
  return /\/(tasks|tasks\/last|children)$/.test(path) ? 1_000 : 500;
}

/** The lists of what belongs to one thing of the project. */
const PARTS = /\/(matchers|values|:integrationId\/aliases|fires|:templateId\/schedules)$/;
const listsOfParts = lists.filter(({ path }) => PARTS.test(path));

describe("a list takes one statement besides the one for caller and role", () => {
  test.each(lists)("GET $path", async ({ list }) => {
    const count = await countOf(list);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(2);
  });

  test.each([
    ["/api/project/:projectId/tasks", 2],
    ["/api/project/:projectId/tasks/last", 2],
    ["/api/project/:projectId/templates", 10],
    ["/api/project/:projectId/events", 2],
  ])("GET %s reads a row as few values, because each costs as much as writing it", async (path, most) => {
    const found = lists.find((one) => one.path === path);
    if (!found) throw new Error(`there is no ${path}`);
    const widths = await widthsOf(database(), () => send(site.w, found.list, { as: "admin", params }));
    expect(widths).toHaveLength(2);
    expect(widths[1]).toBe(most);
  });

  test("and no more with twice as many rows", async () => {
    const before = new Map<string, number>();
    for (const { path, list } of lists) before.set(path, await countOf(list));
    await addSome();
    for (const { path, list } of lists) expect(await countOf(list), path).toBe(before.get(path));
  });

  test.each(listsOfParts)("GET $path is empty without rows, and 404 for an unknown parent", async ({ list }) => {
    const bare = await addBare();
    const sent = await statementsOf(database(), async () => {
      expect(await send(site.w, list, { as: "guest", params: bare })).toMatchObject({ status: 200, body: [] });
    });
    expect(sent).toHaveLength(2);
    const elsewhere = { ...bare, projectId: site.w.otherProjectId };
    expect((await send(site.w, list, { as: "admin", params: elsewhere })).status).toBe(404);
    const gone = { ...bare, templateId: 999_999, integrationId: 999_999, scheduleId: 999_999 };
    expect((await send(site.w, list, { as: "guest", params: gone })).status).toBe(404);
  });

  /** Mostly of ordinary rows; a template has its last task in it. */
  test.each(lists)("GET $path takes few bytes for a row", async ({ path, list }) => {
    const { text, body } = await send(site.w, list, { as: "admin", params });
    expect(text.length).toBeLessThanOrEqual((body as unknown[]).length * mostBytesOf(path) + 10);
  });

  test("all lists are found", () => {
    expect(lists.length).toBeGreaterThan(25);
    expect(listsOfParts).toHaveLength(5);
  });

  test("caller and role take one statement", async () => {
    const asked = await statementsOf(database(), () => send(site.w, getRole, { as: "guest", params }));
    expect(asked).toHaveLength(1);
  });
});
