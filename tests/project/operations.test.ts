import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { projects } from "@/db/schema/projects";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { listMyLastEvents } from "@/lib/event/operations";
import {
  createProject,
  deleteProject,
  getProject,
  getProjectRole,
  listProjects,
  updateProject,
} from "@/lib/project/operations";
import { heardDuring } from "../support/announcements";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow, resources } from "../support/resources";
import { FORBIDDEN, MANAGERS, MEMBERS, newProject, refusal, statuses, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

const fields = { name: "Web", alert: true, alert_chat: "-100", max_parallel_tasks: 3, type: "" };

describe("creating a project", () => {
  it("stores every field, makes the caller its owner and adds the two default resources", async () => {
    const created = await w.call(createProject, "admin", {}, { ...fields, id: 9, project_id: null, demo: false });
    expect(created).toMatchObject(fields);
    expect(created.created).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const params = { projectId: created.id };
    expect(await w.call(getProject, "admin", params)).toEqual(created);
    expect(await w.call(getProjectRole, "admin", params)).toEqual({ role: "owner", permissions: 15 });
    const keys = await db.select().from(accessKeys).where(eq(accessKeys.project_id, created.id));
    expect(keys).toMatchObject([{ name: "None", type: "none", secret: null }]);
    const environment = await db.select().from(environments).where(eq(environments.project_id, created.id));
    expect(environment).toMatchObject([{ name: "Empty", json: "{}", env: null }]);
    const [event] = await w.call(listMyLastEvents, "admin", {});
    const text = { object_type: "project", description: "Project created", project_name: "Web", username: "admin" };
    expect(event).toMatchObject({ ...text, object_id: created.id, project_id: created.id });
  });

  it("requires only a name", async () => {
    const created = await w.call(createProject, "admin", {}, { name: "Bare" });
    expect(created).toMatchObject({ alert: false, alert_chat: null, max_parallel_tasks: 0, type: "" });
  });

  it("requires an administrator, unless the settings allow it to users", async () => {
    const found = await statuses((as) => w.call(createProject, as, {}, fields));
    const others = { owner: 401, manager: 401, task_runner: 401, guest: 401, stranger: 401 };
    expect(found).toEqual({ anonymous: 401, admin: 200, ...others });
  });

  it.each([
    [{}, "name: Project name is required"],
    [{ name: "  " }, "name: Project name is required"],
    [{ name: "x".repeat(256) }, "name: At most 255 characters"],
    [{ name: 5 }, "name: Expected string"],
    [{ name: "x", max_parallel_tasks: -1 }, "max_parallel_tasks: Must be 0 or greater"],
    [{ name: "x", max_parallel_tasks: 1.5 }, "max_parallel_tasks: Must be an integer"],
    [{ name: "x", max_parallel_tasks: "2" }, "max_parallel_tasks: Must be an integer"],
    [{ name: "x", max_parallel_tasks: 1e308 }, "max_parallel_tasks: "],
    [{ name: "a\0b" }, "name: Must not contain a NUL character"],
    [undefined, ""],
  ])("rejects %o", async (input, error) => {
    const found = await refusal(w.call(createProject, "admin", {}, input));
    expect(found.status).toBe(400);
    expect(found.error).toContain(error);
  });
});

describe("reading projects", () => {
  it("shows users their own and administrators all, by name, in one statement", async () => {
    const names = async (as: "owner" | "stranger" | "admin") =>
      (await w.call(listProjects, as, {})).map(({ name }) => name);
    expect(await names("owner")).toEqual(["Ours"]);
    expect(await names("stranger")).toEqual(["Theirs"]);
    expect(await names("admin")).toEqual(expect.arrayContaining(["Bare", "Ours", "Theirs", "Web"]));
    expect(await statementsOf(db, () => w.call(listProjects, "owner", {}))).toHaveLength(2);
  });

  it("is for members", async () => {
    expect(await statuses((as) => w.call(getProject, as, { projectId: w.projectId }))).toEqual(MEMBERS);
    expect(await refusal(w.call(getProject, "admin", { projectId: 999_999 }))).toEqual({ status: 404, error: null });
  });

  it("returns the permissions of each role", async () => {
    const role = (as: "admin" | "manager" | "task_runner" | "guest") =>
      w.call(getProjectRole, as, { projectId: w.projectId });
    expect(await role("manager")).toEqual({ role: "manager", permissions: 5 });
    expect(await role("task_runner")).toEqual({ role: "task_runner", permissions: 1 });
    expect(await role("guest")).toEqual({ role: "guest", permissions: 0 });
    expect(await role("admin")).toEqual({ role: "", permissions: 0 });
  });
});

describe("changing a project", () => {
  it("replaces everything except its type", async () => {
    const projectId = await newProject(db, "Old", w.userIds.owner);
    const input = { id: projectId, name: "New", alert: true, max_parallel_tasks: 2, type: "odd" };
    expect(await w.call(updateProject, "owner", { projectId }, input)).toBeUndefined();
    const changed = { name: "New", alert: true, alert_chat: null, max_parallel_tasks: 2, type: "" };
    expect(await w.call(getProject, "owner", { projectId })).toMatchObject(changed);
  });

  it("requires updateProject", async () => {
    const found = await statuses((as) => w.call(updateProject, as, { projectId: w.projectId }, { name: "Ours" }));
    expect(found).toEqual({ ...MANAGERS, manager: 403 });
  });

  it("offers waiting tasks to the runners when its limit changes", async () => {
    const projectId = await newProject(db, "Full", w.userIds.owner);
    const save = (limit: number) => () =>
      w.call(updateProject, "owner", { projectId }, { name: "Full", max_parallel_tasks: limit });
    expect(await heardDuring(save(2))).toEqual([{ type: "work", runner_id: null }]);
    expect(await heardDuring(save(2))).toEqual([]);
  });

  it("rejects another project's id in the body", async () => {
    const input = { id: w.otherProjectId, name: "x" };
    const error = "Project ID in body and URL must be the same";
    expect(await refusal(w.call(updateProject, "owner", { projectId: w.projectId }, input))).toEqual({
      status: 400,
      error,
    });
  });
});

describe("deleting a project", () => {
  it("deletes everything in it", async () => {
    const projectId = await newProject(db, "Doomed", w.userIds.owner);
    const all = await resources(db, projectId);
    const templateId = await insertTemplateRow(db, projectId, all);
    const buildId = await insertTask(db, projectId, templateId);
    const taskId = await insertTask(db, projectId, templateId, { build_task_id: buildId });
    const [schedule] = await db
      .insert(schedules)
      .values({ project_id: projectId, template_id: templateId, repository_id: all.repositoryId })
      .returning();
    await db
      .insert(scheduleFires)
      .values({ schedule_id: schedule?.id ?? 0, due_at: "2026-01-01T00:00:00Z", outcome: "started", task_id: taskId });
    await w.call(deleteProject, "owner", { projectId });
    expect(await db.select().from(projects).where(eq(projects.id, projectId))).toEqual([]);
    for (const table of ["access_keys", "repositories", "inventories", "environments", "templates", "tasks", "views"]) {
      const rows = await db.execute(sql`select from ${sql.identifier(table)} where project_id = ${projectId}`);
      expect(rows.length, table).toBe(0);
    }
    const [event] = await w.call(listMyLastEvents, "owner", {});
    expect(event).toMatchObject({ project_id: null, object_id: projectId, description: "Project Doomed deleted" });
  });

  it("is rejected while a task waits or runs, and changes nothing", async () => {
    const projectId = await newProject(db, "Busy", w.userIds.owner);
    const templateId = await insertTemplateRow(db, projectId, await resources(db, projectId));
    await insertTask(db, projectId, templateId, { status: "waiting_confirmation" });
    expect(await refusal(w.call(deleteProject, "owner", { projectId }))).toEqual({
      status: 409,
      error: "This project has waiting or running tasks. Stop them first.",
    });
    expect(await w.call(getProject, "owner", { projectId })).toMatchObject({ name: "Busy" });
  });

  it("requires updateProject", async () => {
    const projectId = await newProject(db, "Kept", w.userIds.stranger);
    const found = await statuses((as) =>
      as === "stranger" ? Promise.resolve() : w.call(deleteProject, as, { projectId }),
    );
    expect(found).toMatchObject({ anonymous: 401, owner: 404, admin: 200 });
    const ours = await refusal(w.call(deleteProject, "manager", { projectId: w.projectId }));
    expect(ours).toEqual(FORBIDDEN);
  });
});
