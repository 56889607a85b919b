import { beforeAll, describe, expect, test } from "vitest";
import { createIntegration } from "@/lib/integration/operations";
import { createInventory } from "@/lib/inventory/operations";
import { refsOf } from "@/lib/project/uses";
import { createSchedule } from "@/lib/schedule/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { resources } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});

const here = () => ({ projectId: site.w.projectId });
const NOTHING = { templates: [], inventories: [], repositories: [], schedules: [], integrations: [] };

describe("what uses a resource", () => {
  test("is listed once, however often it uses it, in one statement", async () => {
    const { w, r } = site;
    const both = { ssh_key_id: r.passwordKeyId, become_key_id: r.passwordKeyId };
    const { id } = await w.call(createInventory, "owner", here(), {
      name: "both",
      type: "static",
      inventory: "",
      ...both,
    });
    const refs = () => refsOf(db, "key", w.projectId, r.passwordKeyId);
    expect(await refs()).toEqual({ ...NOTHING, inventories: [{ id, name: "both" }] });
    expect(await statementsOf(db, refs)).toHaveLength(1);
  });

  test("comes in the order of the names, and an unnamed schedule has its template's", async () => {
    const { w, r } = site;
    const template_id = await site.template({ name: "Deploy" });
    const check = { template_id, cron_format: "@daily", active: true, repository_id: r.repositoryId };
    for (const name of ["zone", "", "alpha"]) await w.call(createSchedule, "owner", here(), { ...check, name });
    const { schedules, templates } = await refsOf(db, "repository", w.projectId, r.repositoryId);
    expect(schedules.map(({ name }) => name)).toEqual(["alpha", "Deploy", "zone"]);
    expect(templates).toEqual([{ id: template_id, name: "Deploy" }]);
  });

  test("includes an inventory that tasks start with, and nothing of what only looks like its id", async () => {
    const { w, r } = site;
    const template_id = await site.template({ name: "Hook" });
    const of = { template_id, name: "hook", auth_method: "" };
    await w.call(createIntegration, "owner", here(), { ...of, task_params: { inventory_id: r.inventoryId } });
    await w.call(createIntegration, "owner", here(), { ...of, name: "other", task_params: {} });
    const { integrations } = await refsOf(db, "inventory", w.projectId, r.inventoryId);
    expect(integrations.map(({ name }) => name)).toEqual(["hook"]);
    expect(await refsOf(db, "inventory", w.projectId, r.inventoryId + 1000)).toEqual(NOTHING);
  });

  test("is never of another project", async () => {
    const { w } = site;
    const theirs = await resources(db, w.otherProjectId);
    expect(await refsOf(db, "key", w.projectId, theirs.keyId)).toEqual(NOTHING);
    expect((await refsOf(db, "key", w.otherProjectId, theirs.keyId)).repositories).toHaveLength(1);
  });
});
