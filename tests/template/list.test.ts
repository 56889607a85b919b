import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { templates, templateVaults } from "@/db/schema/templates";
import {
  getTemplate,
  listTemplateNames,
  listTemplates,
  listTemplatesOfView,
  setFavoriteTemplate,
} from "@/lib/template/operations";
import type { SurveyVar } from "@/lib/template/schema";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow, type Resources, resources } from "../support/resources";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

const here = () => ({ projectId: w.projectId });
const list = (query: Record<string, string> = {}) => w.call(listTemplates, "guest", here(), query);
const question: SurveyVar = { name: "x", title: "X", required: false, type: "", description: "", values: null };

describe("the list of templates", () => {
  it("sorts names by the numbers in them", async () => {
    const ids: number[] = [];
    for (const name of ["Node 10", "Node 9", "node 100"])
      ids.push(await insertTemplateRow(db, w.projectId, ours, { name }));
    const nodes = async (query: Record<string, string> = {}) =>
      (await list(query)).map(({ name }) => name).filter((name) => /^node/i.test(name));
    expect(await nodes()).toEqual(["Node 9", "Node 10", "node 100"]);
    expect(await nodes({ sort: "name", order: "desc" })).toEqual(["node 100", "Node 10", "Node 9"]);
    await db.delete(templates).where(isOneOf(templates.id, ids));
  });

  it("contains the last task with its author and build, vaults and survey variables", async () => {
    const buildId = await insertTemplateRow(db, w.projectId, ours, { name: "B", type: "build", start_version: "1" });
    const id = await insertTemplateRow(db, w.projectId, ours, {
      name: "A",
      type: "deploy",
      build_template_id: buildId,
      survey_vars: [question],
      autorun: true,
      suppress_success_alerts: true,
    });
    await db
      .insert(templateVaults)
      .values({ project_id: w.projectId, template_id: id, vault_key_id: ours.passwordKeyId });
    const buildTask = await insertTask(db, w.projectId, buildId, { version: "1.0.1" });
    await insertTask(db, w.projectId, id, { status: "error" });
    const times = { start: "2026-11-20T06:04:15.77Z", end: "2026-11-20T06:05:00Z" };
    const taskId = await insertTask(db, w.projectId, id, {
      ...times,
      status: "running",
      params: { plan: true },
      user_id: w.userIds.owner,
      build_task_id: buildTask,
      message: "go",
      environment: '{"x":"1"}',
    });

    const [a, b] = await list();
    const shown = { autorun: true, suppress_success_alerts: true, survey_vars: [question], last_task_id: taskId };
    expect(a).toMatchObject({ id, ...shown, vaults: [{ vault_key_id: ours.passwordKeyId, name: null }] });
    expect(a?.last_task).toEqual({
      id: taskId,
      template_id: id,
      project_id: w.projectId,
      status: "running",
      debug: false,
      dry_run: false,
      diff: false,
      playbook: "",
      environment: '{"x":"1"}',
      limit: "",
      secret: "",
      environment_id: null,
      arguments: null,
      git_branch: null,
      user_id: w.userIds.owner,
      integration_id: null,
      schedule_id: null,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ...times,
      message: "go",
      commit_hash: null,
      commit_message: "",
      drift_check: false,
      build_task_id: buildTask,
      autorun: false,
      version: null,
      inventory_id: null,
      reason: null,
      runner_id: null,
      params: { plan: true },
      incoming_version: null,
      tpl_playbook: "run.sh",
      tpl_alias: "A",
      tpl_type: "deploy",
      tpl_app: "bash",
      user_name: "The owner",
      build_task: expect.objectContaining({ id: buildTask, version: "1.0.1", secret: "" }),
      waiting_for: null,
      stopped_by_name: null,
      plan: null,
      parent_task_id: null,
      node_key: null,
      node_item: null,
    });
    expect(a?.last_task?.build_task?.created).toMatch(/Z$/);
    expect(b).toMatchObject({ id: buildId, vaults: [], survey_vars: null });
    expect(b?.last_task).toMatchObject({ id: buildTask, user_name: null, build_task: null });
  });

  it("has the task at work beside a newer one that waits behind it", async () => {
    const id = await insertTemplateRow(db, w.projectId, ours, { name: "Busy" });
    const of = async () => (await list()).find((template) => template.id === id);
    await insertTask(db, w.projectId, id, { status: "success" });
    const running = await insertTask(db, w.projectId, id, { status: "running" });
    expect(await of()).toMatchObject({ last_task: { id: running }, current_task: null });
    const waiting = await insertTask(db, w.projectId, id, { status: "waiting" });
    expect(await of()).toMatchObject({ last_task: { id: waiting }, current_task: { id: running, tpl_alias: "Busy" } });
    await db.update(tasks).set({ status: "error" }).where(sql`id = ${running}`);
    expect(await of()).toMatchObject({ last_task: { id: waiting }, current_task: null });
  });

  it("has the five newest tasks, the newest first", async () => {
    const id = await insertTemplateRow(db, w.projectId, ours, { name: "Often" });
    const made: number[] = [];
    for (const status of ["success", "error", "success", "stopped", "success", "error"] as const)
      made.unshift(await insertTask(db, w.projectId, id, { status }));
    const often = (await list()).find((template) => template.id === id);
    expect(often?.recent_tasks.map((task) => task.id)).toEqual(made.slice(0, 5));
    expect(often?.recent_tasks[0]).toEqual({ id: made[0], status: "error", reason: null });
  });

  it("marks the caller's favorites, which are nobody else's", async () => {
    const id = await insertTemplateRow(db, w.projectId, ours, { name: "Dear" });
    const favorites = async (who: "guest" | "owner") =>
      (await w.call(listTemplates, who, here(), {})).filter(({ favorite }) => favorite).map((template) => template.id);
    const set = (favorite: boolean) =>
      w.call(setFavoriteTemplate, "guest", { ...here(), templateId: id }, { favorite });
    await set(true);
    await set(true);
    expect(await favorites("guest")).toEqual([id]);
    expect(await favorites("owner")).toEqual([]);
    expect(await w.call(getTemplate, "guest", { ...here(), templateId: id })).toMatchObject({ favorite: true });
    await set(false);
    expect(await favorites("guest")).toEqual([]);
    const foreign = { projectId: w.otherProjectId, templateId: id };
    expect(await refusal(w.call(setFavoriteTemplate, "stranger", foreign, { favorite: true }))).toMatchObject({
      status: 404,
    });
  });

  it("is sorted by the names of what the templates use", async () => {
    const other = await resources(db, w.projectId);
    await db.execute(sql`update repositories set name = 'zzz' where id = ${other.repositoryId}`);
    await db.execute(sql`update inventories set name = 'zzz' where id = ${other.inventoryId}`);
    await db.execute(sql`update environments set name = 'zzz' where id = ${other.environmentId}`);
    const id = await insertTemplateRow(db, w.projectId, other, {
      name: "zzz",
      playbook: "zzz.sh",
      inventory_id: other.inventoryId,
      environment_id: other.environmentId,
    });
    await insertTemplateRow(db, w.projectId, ours, {
      inventory_id: ours.inventoryId,
      environment_id: ours.environmentId,
    });
    for (const sort of ["name", "playbook", "repository"]) {
      expect((await list({ sort })).at(-1)?.id, sort).toBe(id);
      expect((await list({ sort, order: "desc" })).at(0)?.id, sort).toBe(id);
    }
    for (const sort of ["inventory", "environment"]) {
      const used = (await list({ sort })).filter((row) => row.inventory_id !== null);
      expect(used.at(-1)?.id, sort).toBe(id);
    }
    expect((await list({ sort: "name;drop table templates" })).at(-1)?.id).toBe(id);
  });

  it("of a view contains only its templates", async () => {
    const id = await insertTemplateRow(db, w.projectId, ours, { name: "viewed", view_id: ours.viewId });
    const params = { ...here(), viewId: ours.viewId };
    const found = await w.call(listTemplatesOfView, "guest", params, {});
    expect(found.map((template) => template.id)).toEqual([id]);
    const theirs = await resources(db, w.otherProjectId);
    const foreign = { ...here(), viewId: theirs.viewId };
    expect(await refusal(w.call(listTemplatesOfView, "guest", foreign, {}))).toEqual({ status: 404, error: null });
  });

  it("with 200 templates of 100 tasks each takes one statement besides the caller's", async () => {
    const projectId = w.otherProjectId;
    const theirs = await resources(db, projectId);
    const [first] = await list();
    await db.execute(sql`
      insert into templates (project_id, repository_id, name, app, playbook)
      select ${projectId}, ${theirs.repositoryId}, 'n' || n, 'bash', 'run.sh' from generate_series(1, 200) n`);
    await db.execute(sql`
      insert into ${tasks} (project_id, template_id, status, snapshot)
      select ${projectId}, t.id, 'success', (select snapshot from tasks where id = ${first?.last_task_id})
      from ${templates} t, generate_series(1, 100) where t.project_id = ${projectId}`);
    await db.execute(sql`analyze`);
    const call = () => w.call(listTemplates, "stranger", { projectId }, {});
    expect(await statementsOf(db, call)).toHaveLength(2);
    const found = await call();
    expect(found).toHaveLength(200);
    expect(found.every(({ last_task }) => last_task !== null)).toBe(true);
  });
});

describe("the names for screens", () => {
  it("take one statement besides the caller's, for this project alone, sorted and without contents", async () => {
    const theirs = await resources(db, w.otherProjectId);
    await insertTemplateRow(db, w.projectId, ours, { name: "Alpha", type: "build" });
    const call = () => w.call(listTemplateNames, "guest", here());
    expect(await statementsOf(db, call)).toHaveLength(2);
    const names = await call();
    const listed = await list({ sort: "name", order: "asc" });
    expect(names.templates.map(({ id }) => id).sort()).toEqual(listed.map(({ id }) => id).sort());
    expect(names.templates.find(({ name }) => name === "Alpha")).toMatchObject({ type: "build", app: "bash" });
    expect(names.repositories[0]).toEqual({ id: ours.repositoryId, name: "code" });
    expect(names.repositories.map(({ id }) => id)).not.toContain(theirs.repositoryId);
    expect(Object.keys(names.inventories[0] ?? {})).toEqual(["id", "name"]);
  });
});
