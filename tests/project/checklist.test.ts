import { beforeAll, describe, expect, test } from "vitest";
import { createProject } from "@/lib/backup/operations";
import { createInventory } from "@/lib/inventory/operations";
import { createKey } from "@/lib/key/operations";
import { dismissChecklist, getChecklist } from "@/lib/project/operations";
import { CHECKLIST_STEPS, isChecklistOpen, stateOf } from "@/lib/project/rules";
import { createRepository } from "@/lib/repository/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask, insertTemplateRow } from "../support/resources";
import { type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
beforeAll(async () => {
  w = await world(db);
});

describe("the first steps of a project", () => {
  test("are done one after the other, in one statement", async () => {
    const { id: projectId } = await w.call(createProject, "admin", {}, { name: "New" });
    const here = { projectId };
    const done = async () => {
      const checklist = await w.call(getChecklist, "admin", here);
      expect(isChecklistOpen(checklist)).toBe(!checklist.run);
      return CHECKLIST_STEPS.filter((step) => stateOf(checklist, step) === "done");
    };
    expect(await done(), "the key of type None doesn't count").toEqual([]);
    const password = { login: "", password: "secret" };
    const key = await w.call(createKey, "admin", here, { name: "k", type: "login_password", login_password: password });
    expect(await done()).toEqual(["key"]);
    const code = { name: "code", git_url: "/srv/code", git_branch: "", ssh_key_id: key.id };
    const { id: repositoryId } = await w.call(createRepository, "admin", here, code);
    expect(await done()).toEqual(["key", "repository"]);
    await w.call(createInventory, "admin", here, { name: "i", type: "static", inventory: "", ssh_key_id: null });
    expect(await done()).toEqual(["key", "repository", "inventory"]);
    const templateId = await insertTemplateRow(db, projectId, { repositoryId });
    expect(await done()).toEqual(["key", "repository", "inventory", "template"]);
    await insertTemplateRow(db, projectId, { repositoryId }, { type: "deploy" });
    expect((await w.call(getChecklist, "admin", here)).template_id, "a deploy needs a build").toBe(templateId);
    await insertTask(db, projectId, templateId);
    expect(await done()).toEqual([...CHECKLIST_STEPS]);
    expect(await statementsOf(db, () => w.call(getChecklist, "admin", here))).toHaveLength(2);
  });

  test("tell what was left out from what was done", async () => {
    const { id: projectId } = await w.call(createProject, "admin", {}, { name: "Short" });
    const [repository] = [{ name: "code", git_url: "/srv/code", git_branch: "", ssh_key_id: 0 }];
    const none = (await w.call(createKey, "admin", { projectId }, { name: "none", type: "none" })).id;
    const made = await w.call(createRepository, "admin", { projectId }, { ...repository, ssh_key_id: none });
    await insertTemplateRow(db, projectId, { repositoryId: made.id });
    const checklist = await w.call(getChecklist, "admin", { projectId });
    expect(checklist).toMatchObject({ key: false, inventory: false, template: true, run: false });
    expect(CHECKLIST_STEPS.map((step) => stateOf(checklist, step))).toEqual([
      "unneeded",
      "done",
      "unneeded",
      "done",
      "open",
    ]);
  });

  test("stay hidden for whom dismissed them, in this project only", async () => {
    const here = { projectId: w.projectId };
    const dismissed = async (name: "manager" | "owner") => (await w.call(getChecklist, name, here)).dismissed;
    for (let times = 0; times < 2; times++) await w.call(dismissChecklist, "manager", here);
    expect(await dismissed("manager")).toBe(true);
    expect(await dismissed("owner")).toBe(false);
    expect((await w.call(getChecklist, "admin", { projectId: w.otherProjectId })).dismissed).toBe(false);
  });
});
