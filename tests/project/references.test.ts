import { readdirSync } from "node:fs";
import { join } from "node:path";
import { eq, getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { beforeAll, describe, expect, test } from "vitest";
import { environments } from "@/db/schema/environments";
import { integrations } from "@/db/schema/integrations";
import { inventories } from "@/db/schema/inventories";
import { schedules } from "@/db/schema/schedules";
import { templateEnvironments, templates, templateVaults } from "@/db/schema/templates";
import { deleteEnvironment, getEnvironmentRefs } from "@/lib/environment/operations";
import { deleteInventory, getInventoryRefs } from "@/lib/inventory/operations";
import { deleteKey, getKeyRefs } from "@/lib/key/operations";
import type { Refs } from "@/lib/operation/refs";
import { requireReferences } from "@/lib/project/references";
import { getRepositoryRefs } from "@/lib/repository/operations";
import { deleteTemplate, getTemplateRefs } from "@/lib/template/operations";
import { ROOT } from "../structure/sources";
import { freshDatabase, waitingForLocks } from "../support/database";
import { insertTemplateRow, type Resources, resources } from "../support/resources";
import { runs } from "../support/workflow";
import { refusal, type World, world } from "../support/world";

const db = await freshDatabase();
let w: World;
let ours: Resources;
beforeAll(async () => {
  w = await world(db);
  ours = await resources(db, w.projectId);
});

const schema = await Promise.all(
  readdirSync(join(ROOT, "db/schema")).map((name): Promise<object> => import(join(ROOT, "db/schema", name))),
);
const tables = schema.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));

/** Every reference of the schema as `table.column`, with its target table. */
const references = tables.flatMap((table) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const column = columns.find(({ name }) => name !== "project_id")?.name ?? "project_id";
    return { name: `${getTableName(table)}.${column}`, table, column, target: getTableName(foreignTable) };
  }),
);

/** Why some references are not reported before their target is deleted. */
const NOT_NAMED: Record<string, string> = {
  "environment_secrets.environment_id": "a part of the environment",
  "template_vaults.template_id": "a part of the template",
  "template_environments.template_id": "a part of the template",
  "drifts.template_id": "a part of the template",
  "drifts.inventory_id": "what is known of an inventory goes with it",
  "drifts.task_id": "what is known of a template stays when the task is deleted",
  "legacy_attempts.id": "a part of the task",
  "integration_matchers.integration_id": "a part of the integration",
  "integration_values.integration_id": "a part of the integration",
  "integration_aliases.integration_id": "a part of the integration",
  "webhook_deliveries.integration_id": "the history of the integration",
  "schedule_fires.schedule_id": "the history of the schedule",
  "tasks.template_id": "the history of the template",
  "tasks.build_task_id": "a deploy keeps its history without the build",
  "task_attempts.task_id": "a part of the task",
  "log_chunks.task_id": "a part of the task",
  "task_event_chunks.task_id": "a part of the task",
  "task_steps.task_id": "a part of the task",
  "task_hosts.task_id": "a part of the task",
  "task_plans.task_id": "a part of the task",
  "task_summaries.task_id": "a part of the task",
  "task_tests.task_id": "a part of the task",
  "tasks.parent_task_id": "the tasks of a run are deleted with it",
  "workflow_runs.task_id": "a part of the task",
  "workflow_runs.origin_id": "a run stays when the one that it resumes is deleted",
  "workflow_nodes.task_id": "a part of the task",
  "workflow_nodes.child_id": "a node stays when its task is deleted",
  "workflow_items.child_id": "an item stays when its task is deleted",
  "workflow_items.task_id": "a part of the node",
  "task_comparisons.task_id": "a part of the task",
  "task_artifacts.task_id": "a part of the task",
  "task_outputs.task_id": "a part of the task",
  "artifact_parts.artifact_id": "a part of the artifact",
  "template_favorites.template_id": "whose favorite it was, nobody has to know",
  "templates.view_id": "a template stays when its view is deleted",
  "state_workspaces.state_id": "a part of the state",
  "state_versions.workspace_id": "a part of the state",
  "state_versions.task_id": "a version stays when its task is deleted",
  "state_tokens.state_id": "a part of the state",
  "state_locks.workspace_id": "a part of the state",
  "state_locks.token_id": "the lock of a token ends with it",
  "state_locks.task_id": "the lock of an attempt ends with it",
  "state_credentials.workspace_id": "a part of the state",
  "state_credentials.task_id": "a part of the task",
  "tasks.state_id": "a task stays when its state is deleted",
  "templates.state_id": "the state itself lists its templates, and cannot be deleted before them",
  "commit_checks.repository_id": "lasts for seconds; the schedule behind it is named",
};
/** Targets whose deletion deletes or clears all references to them, and reports that. */
const NOT_NAMED_OF: Record<string, string> = {
  projects: "a project is deleted with everything in it",
  users: "sessions, tokens and memberships go with the account; tasks and events stay",
  runners: "tasks stay when their runner is deleted",
};

type Case = (typeof references)[number];
const isNamed = ({ name, target }: Case) => !(name in NOT_NAMED) && !(target in NOT_NAMED_OF);

const here = () => ({ projectId: w.projectId });

const REFS: Record<string, (id: number) => Promise<Refs>> = {
  access_keys: (keyId) => w.call(getKeyRefs, "guest", { ...here(), keyId }),
  repositories: (repositoryId) => w.call(getRepositoryRefs, "guest", { ...here(), repositoryId }),
  inventories: (inventoryId) => w.call(getInventoryRefs, "guest", { ...here(), inventoryId }),
  environments: (environmentId) => w.call(getEnvironmentRefs, "guest", { ...here(), environmentId }),
  templates: (templateId) => w.call(getTemplateRefs, "guest", { ...here(), templateId }),
};

/** The referencing row by its key, and its kind in refs. */
async function userOf(table: string): Promise<{ row: number; key?: string; kind: string; id: number }> {
  const templateId = await insertTemplateRow(db, w.projectId, ours);
  const owned = { project_id: w.projectId, template_id: templateId };
  const idOf = ([row]: { id: number }[]) => row?.id ?? 0;
  switch (table) {
    case "schedules": {
      const id = idOf(await db.insert(schedules).values(owned).returning());
      return { row: id, kind: table, id };
    }
    case "integrations": {
      const id = idOf(
        await db
          .insert(integrations)
          .values({ ...owned, name: "hook" })
          .returning(),
      );
      return { row: id, kind: table, id };
    }
    case "template_vaults": {
      const vault = { ...owned, vault_key_id: ours.passwordKeyId };
      return {
        row: idOf(await db.insert(templateVaults).values(vault).returning()),
        kind: "templates",
        id: templateId,
      };
    }
    case "template_environments":
      await db.insert(templateEnvironments).values({ ...owned, environment_id: ours.environmentId, position: 1 });
      return { row: templateId, key: "template_id", kind: "templates", id: templateId };
    case "templates":
      return { row: templateId, kind: table, id: templateId };
    case "repositories":
      return { row: ours.repositoryId, kind: table, id: ours.repositoryId };
    case "inventories":
      return { row: ours.inventoryId, kind: table, id: ours.inventoryId };
    default:
      throw new Error(`Nothing here makes a row of ${table}`);
  }
}

async function newTarget(table: string): Promise<number> {
  const fresh = await resources(db, w.projectId);
  const ids: Record<string, number> = {
    access_keys: fresh.passwordKeyId,
    repositories: fresh.repositoryId,
    inventories: fresh.inventoryId,
    environments: fresh.environmentId,
    templates: await insertTemplateRow(db, w.projectId, fresh),
  };
  return ids[table] ?? 0;
}

test("all references excluded from refs exist", () => {
  expect(Object.keys(NOT_NAMED).filter((name) => !references.some((reference) => reference.name === name))).toEqual([]);
  const targets = references.map(({ target }) => target);
  expect(Object.keys(NOT_NAMED_OF).filter((name) => !targets.includes(name))).toEqual([]);
});

test.each(references.filter(isNamed))("refs of $target list $name", async ({ table, column, target }) => {
  const { row, key = "id", ...user } = await userOf(getTableName(table));
  const targetId = await newTarget(target);
  const named = async () => {
    const refs: Partial<Refs> = (await REFS[target]?.(targetId)) ?? {};
    return Object.entries(refs).flatMap(([kind, list]) => list.map(({ id }) => ({ kind, id })));
  };
  expect(await named()).not.toContainEqual(user);
  await db.execute(
    sql`update ${table} set ${sql.identifier(column)} = ${targetId} where ${sql.identifier(key)} = ${row}`,
  );
  expect(await named()).toContainEqual(user);
});

describe("an item in use", () => {
  test("a key is not deleted while an integration uses it", async () => {
    const keyId = await newTarget("access_keys");
    await db.insert(integrations).values({ project_id: w.projectId, name: "hook", auth_secret_id: keyId });
    const refused = await refusal(w.call(deleteKey, "manager", { ...here(), keyId }));
    expect(refused).toEqual({ status: 400, error: "Access Key is in use by one or more templates" });
  });

  const kinds = [
    {
      table: inventories,
      option: "inventory_id",
      remove: (inventoryId: number) => w.call(deleteInventory, "manager", { ...here(), inventoryId }),
      error: "Inventory is in use by one or more templates",
    },
    {
      table: environments,
      option: "environment_id",
      remove: (environmentId: number) => w.call(deleteEnvironment, "manager", { ...here(), environmentId }),
      error: "Environment is in use by one or more templates",
    },
  ];

  describe.each(kinds)("of $option", ({ table, option, remove, error }) => {
    const name = getTableName(table);

    test("is not deleted while tasks of a schedule or an integration use it", async () => {
      const id = await newTarget(name);
      const template_id = await insertTemplateRow(db, w.projectId, ours);
      const user = { project_id: w.projectId, template_id, name: "user", task_params: { [option]: id } };
      for (const users of [schedules, integrations]) {
        await db.insert(users).values(user);
        expect((await REFS[name]?.(id))?.[getTableName(users)]).toMatchObject([{ name: "user" }]);
        expect(await refusal(remove(id))).toEqual({ status: 400, error });
        await db.delete(users);
      }
      await remove(id);
    });

    test("is not deleted when what uses it is saved in that moment", async () => {
      const id = await newTarget(name);
      const template_id = await insertTemplateRow(db, w.projectId, ours);
      let removed: Promise<unknown> | undefined;
      await db.transaction(async (tx) => {
        await requireReferences(tx, w.projectId, [{ field: option, id, table }]);
        removed = refusal(remove(id));
        await expect.poll(() => waitingForLocks(db)).toBe(1);
        await tx.insert(schedules).values({ project_id: w.projectId, template_id, task_params: { [option]: id } });
      });
      expect(await removed).toEqual({ status: 400, error });
      await db.delete(schedules);
    });

    test("is not deleted while a node of a workflow uses it, by its number or its digits", async () => {
      const id = await newTarget(name);
      const run = await insertTemplateRow(db, w.projectId, ours);
      for (const value of [id, `${id}`]) {
        const nodes = [runs("a", run, { options: { [option]: { value } } })];
        const graph = { app: "workflow", name: "Release", graph: { nodes, edges: [] } };
        const workflow = await insertTemplateRow(db, w.projectId, ours, graph);
        expect((await REFS[name]?.(id))?.templates).toEqual([{ id: workflow, name: "Release" }]);
        expect(await refusal(remove(id))).toEqual({ status: 400, error });
        await db.delete(templates).where(eq(templates.id, workflow));
      }
      await remove(id);
    });
  });

  test("a template lists its schedules and integrations, and deletes them too", async () => {
    const templateId = await insertTemplateRow(db, w.projectId, ours, { name: "Nightly" });
    const owned = { project_id: w.projectId, template_id: templateId };
    await db.insert(schedules).values([owned, { ...owned, name: "weekly", active: false }]);
    await db.insert(integrations).values({ ...owned, name: "hook" });
    const refs = await w.call(getTemplateRefs, "guest", { ...here(), templateId });
    expect(refs.templates).toEqual([]);
    expect(refs.schedules.map(({ name }) => name)).toEqual(["Nightly", "weekly"]);
    expect(refs.integrations.map(({ name }) => name)).toEqual(["hook"]);
    await w.call(deleteTemplate, "manager", { ...here(), templateId });
    expect(await db.select().from(schedules)).toEqual([]);
  });
});
