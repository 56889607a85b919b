import { beforeAll, describe, expect, test } from "vitest";
import { scheduleFires } from "@/db/schema/schedules";
import { createEnvironment, getEnvironmentRefs, listEnvironmentFacts } from "@/lib/environment/operations";
import { createIntegration } from "@/lib/integration/operations";
import { createInventory, getInventoryRefs, listInventoryFacts, updateInventory } from "@/lib/inventory/operations";
import { createKey, getKeyRefs, listKeyFacts, updateKey } from "@/lib/key/operations";
import { getRepositoryRefs, listRepositoryFacts } from "@/lib/repository/operations";
import { createSchedule } from "@/lib/schedule/operations";
import { freshDatabase, statementsOf } from "../support/database";
import { insertTask } from "../support/resources";
import { type TaskSite, taskSite } from "../support/task-site";

const db = await freshDatabase();
let site: TaskSite;
beforeAll(async () => {
  site = await taskSite(db);
});

const here = () => ({ projectId: site.w.projectId });
const byId = <Facts extends { id: number }>(facts: Facts[], id: number) => facts.find((one) => one.id === id);

/** Uses every resource in every way there is, some of them twice. */
async function useAll(): Promise<void> {
  const { w, r } = site;
  const inventory = { type: "static", inventory: "web1", ssh_key_id: r.passwordKeyId, become_key_id: r.passwordKeyId };
  await w.call(createInventory, "owner", here(), { ...inventory, name: "both", repository_id: r.repositoryId });
  const vaults = [1, 2].map((n) => ({ name: `v${n}`, type: "password", vault_key_id: r.passwordKeyId }));
  const environment_ids = [r.environmentId];
  const ansible = { app: "ansible", playbook: "site.yml", inventory_id: r.inventoryId, vaults, environment_ids };
  const template_id = await site.template(ansible);
  const timing = { template_id, cron_format: "0 3 * * *", active: true, task_params: { inventory_id: r.inventoryId } };
  await w.call(createSchedule, "owner", here(), { ...timing, name: "nightly" });
  await w.call(createSchedule, "owner", here(), {
    ...timing,
    name: "",
    task_params: {},
    repository_id: r.repositoryId,
  });
  const secret = { auth_method: "token", auth_header: "x", auth_secret_id: r.passwordKeyId };
  const task_params = { inventory_id: r.inventoryId };
  await w.call(createIntegration, "owner", here(), { name: "hook", template_id, ...secret, task_params });
}

describe("the facts of a project's resources", () => {
  test("count what the references of each one list, in one statement for a list", async () => {
    await useAll();
    const { w } = site;
    const kinds = [
      [listKeyFacts, (keyId: number) => w.call(getKeyRefs, "guest", { ...here(), keyId })],
      [listRepositoryFacts, (repositoryId: number) => w.call(getRepositoryRefs, "guest", { ...here(), repositoryId })],
      [listInventoryFacts, (inventoryId: number) => w.call(getInventoryRefs, "guest", { ...here(), inventoryId })],
      [
        listEnvironmentFacts,
        (environmentId: number) => w.call(getEnvironmentRefs, "guest", { ...here(), environmentId }),
      ],
    ] as const;
    for (const [list, refsOf] of kinds) {
      const facts = await w.call(list, "guest", here());
      expect(await statementsOf(db, () => w.call(list, "guest", here()))).toHaveLength(2);
      for (const { id, used_by } of facts) {
        const refs = await refsOf(id);
        expect(Object.values(refs).flat(), `${list.name} ${id}`).toHaveLength(used_by);
      }
      expect(Math.max(...facts.map(({ used_by }) => used_by)), list.name).toBeGreaterThan(0);
    }
  });

  test("tell who changed one last, and stay silent about what the feed doesn't know", async () => {
    const { w, r } = site;
    const { id } = await w.call(createKey, "manager", here(), { name: "a", type: "none" });
    const factsOf = async (key: number) => byId(await w.call(listKeyFacts, "guest", here()), key);
    expect(await factsOf(id)).toMatchObject({ changed_by: "The manager", changed_at: expect.stringMatching(/Z$/) });
    await w.call(updateKey, "owner", { ...here(), keyId: id }, { name: "b", type: "none" });
    expect(await factsOf(id)).toMatchObject({ changed_by: "The owner", used_by: 0 });
    expect(await factsOf(r.keyId)).toMatchObject({ changed_by: null, changed_at: null });
    const elsewhere = await w.call(listKeyFacts, "admin", { projectId: w.otherProjectId });
    expect(byId(elsewhere, id)).toBeUndefined();
  });

  test("count variables and secrets of an environment", async () => {
    const { w } = site;
    const secrets = ["a", "b"].map((name) => ({ type: "var", name, secret: "s", operation: "create" }));
    const body = { name: "live", json: '{"region": "eu", "size": 3}', env: '{"TZ": "UTC"}', secrets };
    const { id } = await w.call(createEnvironment, "owner", here(), body);
    expect(byId(await w.call(listEnvironmentFacts, "guest", here()), id)).toMatchObject({ variables: 3, secrets: 2 });
  });

  test("count the hosts of an inventory, also after a change", async () => {
    const { w } = site;
    const body = { name: "i", type: "static", inventory: "web[1:3]\n", ssh_key_id: null };
    const { id } = await w.call(createInventory, "owner", here(), body);
    const hosts = async () => byId(await w.call(listInventoryFacts, "guest", here()), id)?.hosts;
    expect(await hosts()).toBe(3);
    const change = { ...body, id, project_id: w.projectId, type: "file", inventory: "hosts.ini" };
    await w.call(updateInventory, "owner", { ...here(), inventoryId: id }, change);
    expect(await hosts()).toBeNull();
  });

  test("name the newest commit that a task ran, and the newest commit check", async () => {
    const { w, r } = site;
    const facts = async () => byId(await w.call(listRepositoryFacts, "guest", here()), r.repositoryId);
    expect(await facts()).toMatchObject({ commit_hash: null, commit_task_id: null, checked_at: null });
    const template_id = await site.template();
    const known = { commit_hash: "a".repeat(40), commit_message: "Mend it" };
    const task = await insertTask(db, w.projectId, template_id, known);
    await insertTask(db, w.projectId, template_id);
    expect(await facts()).toMatchObject({ ...known, commit_task_id: task });
    const check = { template_id, cron_format: "@hourly", active: true, repository_id: r.repositoryId };
    const { id: schedule_id } = await w.call(createSchedule, "owner", here(), check);
    const due = { schedule_id, due_at: "2026-01-01T00:00:00Z", fired_at: "2026-01-01T00:00:07Z" };
    await db.insert(scheduleFires).values({ ...due, outcome: "failed", reason: "check_failed" });
    expect(await facts()).toMatchObject({ checked_at: "2026-01-01T00:00:07Z", check_failed: true });
  });
});
