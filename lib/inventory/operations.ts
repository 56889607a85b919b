import { z } from "zod";
import type { Db } from "@/db/client";
import { accessKeys } from "@/db/schema/access-keys";
import { inventories } from "@/db/schema/inventories";
import { repositories } from "@/db/schema/repositories";
import { templates } from "@/db/schema/templates";
import { member, project } from "@/lib/access/access";
import { mayIn, type ProjectScope, type UserActor } from "@/lib/access/actor";
import { isInline, isInventoryType } from "@/lib/inventory/rules";
import {
  Inventory,
  InventoryBody,
  InventoryFacts,
  type InventoryInput,
  InventoryParams,
  InventoryQuery,
  NewInventory,
  NewInventoryBody,
} from "@/lib/inventory/schema";
import * as store from "@/lib/inventory/store";
import { changesOf } from "@/lib/operation/changes";
import { eventsOf, operation } from "@/lib/operation/define";
import { found, inUse, invalid } from "@/lib/operation/errors";
import { NoContent, NoInput, ProjectParams } from "@/lib/operation/fields";
import { refuseMismatch, refuseOtherIds } from "@/lib/operation/http/id-mismatch";
import { hasRefs, Refs } from "@/lib/operation/refs";
import { Saved } from "@/lib/operation/warnings";
import { lockReferences, requireReferences } from "@/lib/project/references";

export const listInventories = operation({
  name: "inventory.list",
  summary: "Inventories of the project; their text is blank for members who can't manage resources",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: InventoryQuery,
  output: z.array(Inventory),
  run: async ({ db, actor, project, input }) =>
    (await store.listInventories(db, project.id, input)).map(visibleTo(actor, project)),
});

export const getInventory = operation({
  name: "inventory.get",
  summary: "One inventory; its text is blank for members who can't manage resources",
  transaction: "none",
  access: member,
  params: InventoryParams,
  input: NoInput,
  output: Inventory,
  run: async ({ db, actor, project, params }) =>
    visibleTo(actor, project)(found(await store.getInventory(db, project.id, params.inventoryId))),
});

export const getInventoryRefs = operation({
  name: "inventory.refs",
  summary: "What uses the inventory",
  transaction: "none",
  access: member,
  params: InventoryParams,
  input: NoInput,
  output: Refs,
  run: async ({ db, project, params }) => {
    found(await store.getInventory(db, project.id, params.inventoryId));
    return store.inventoryRefs(db, project.id, params.inventoryId);
  },
});

export const listInventoryFacts = operation({
  name: "inventory.facts",
  summary: "How many things use each inventory, who changed it last, and its number of hosts",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: NoInput,
  output: z.array(InventoryFacts),
  run: ({ db, project }) => store.listInventoryFacts(db, project.id),
});

export const createInventory = operation({
  name: "inventory.create",
  summary: "Adds an inventory",
  transaction: "whole",
  access: project("manageResources"),
  params: ProjectParams,
  input: NewInventoryBody,
  output: NewInventory,
  semaphoreOutput: Inventory,
  run: async ({ db, project, input: { warnings, ...input } }) => {
    refuseOtherIds(input, project.id);
    await checkReferences(db, project.id, input);
    return { ...(await store.insertInventory(db, project.id, input)), warnings };
  },
  event: ({ result }) => inventoryEvent(result.id, result.name, "created"),
});

export const updateInventory = operation({
  name: "inventory.update",
  summary: "Replaces an inventory",
  transaction: "whole",
  access: project("manageResources"),
  params: InventoryParams,
  input: InventoryBody,
  output: Saved,
  run: async ({ db, project, params, input }) => {
    refuseMismatch("id", input.id, params.inventoryId, "inventoryIdMismatch");
    refuseMismatch("project_id", input.project_id, project.id, "inventoryProjectMismatch");
    const { type } = input;
    if (!isInventoryType(type)) throw invalid("type", "inventoryTypeUnknown", { type });
    await checkReferences(db, project.id, input);
    const before = found(await store.getInventory(db, project.id, params.inventoryId));
    found(await store.updateInventory(db, project.id, params.inventoryId, { ...input, type }));
    return { changes: changesOf(before, input, TRACKED), warnings: input.warnings };
  },
  event: ({ params, input, result }) => ({
    ...inventoryEvent(params.inventoryId, input.name, "updated"),
    changes: result.changes,
  }),
});

export const deleteInventory = operation({
  name: "inventory.delete",
  summary: "Deletes an inventory that nothing uses",
  transaction: "whole",
  access: project("manageResources"),
  params: InventoryParams,
  input: NoInput,
  output: NoContent,
  run: async ({ db, project, params }) => {
    await lockReferences(db, project.id, { table: inventories, id: params.inventoryId });
    if (hasRefs(await store.inventoryRefs(db, project.id, params.inventoryId))) {
      throw inUse("inventoryInUse");
    }
    return found(await store.deleteInventory(db, project.id, params.inventoryId));
  },
  event: ({ params, result }) => inventoryEvent(params.inventoryId, result, "deleted"),
});

const inventoryEvent = eventsOf("inventory", "Inventory");

const TRACKED = {
  name: "shown",
  type: "shown",
  ssh_key_id: "shown",
  become_key_id: "shown",
  repository_id: "shown",
  // The text may hold passwords.
  inventory: "sealed",
} as const;

const visibleTo = (actor: UserActor, project: ProjectScope) => {
  const all = mayIn(actor, project, "manageResources");
  return (inventory: Inventory): Inventory =>
    all || !isInline(inventory.type) ? inventory : { ...inventory, inventory: "" };
};

const checkReferences = (db: Db, projectId: number, input: Omit<InventoryInput, "type">) =>
  requireReferences(
    db,
    projectId,
    [
      { field: "ssh_key_id", id: input.ssh_key_id, table: accessKeys },
      { field: "become_key_id", id: input.become_key_id, table: accessKeys },
      { field: "repository_id", id: input.repository_id, table: repositories },
      { field: "holder_id", id: input.holder_id, table: templates },
    ],
    "not_found",
  );
