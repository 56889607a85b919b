import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { inventories } from "@/db/schema/inventories";
import { countHosts } from "@/lib/inventory/hosts";
import type { Inventory, InventoryFacts, InventoryQuery, NewInventoryInput } from "@/lib/inventory/schema";
import { inNaturalOrder } from "@/lib/operation/natural-order";
import type { Refs } from "@/lib/operation/refs";
import { factsFor, refsOf } from "@/lib/project/uses";

const columns = {
  id: inventories.id,
  name: inventories.name,
  project_id: inventories.project_id,
  inventory: inventories.inventory,
  ssh_key_id: inventories.ssh_key_id,
  become_key_id: inventories.become_key_id,
  type: inventories.type,
  holder_id: inventories.holder_id,
  repository_id: inventories.repository_id,
};

export async function listInventories(db: Db, projectId: number, { order }: InventoryQuery): Promise<Inventory[]> {
  return inNaturalOrder(await db.select(columns).from(inventories).where(eq(inventories.project_id, projectId)), order);
}

export async function getInventory(db: Db, projectId: number, inventoryId: number): Promise<Inventory | null> {
  const [row] = await db.select(columns).from(inventories).where(isInventory(projectId, inventoryId));
  return row ?? null;
}

type Values = Omit<NewInventoryInput, "id" | "project_id">;

export async function insertInventory(db: Db, projectId: number, input: Values): Promise<Inventory> {
  return onlyRow(
    await db
      .insert(inventories)
      .values({ ...valuesOf(input), project_id: projectId })
      .returning(columns),
  );
}

/** Returns the id, or null if the project has no such inventory. */
export async function updateInventory(
  db: Db,
  projectId: number,
  inventoryId: number,
  input: Values,
): Promise<number | null> {
  const [row] = await db
    .update(inventories)
    .set(valuesOf(input))
    .where(isInventory(projectId, inventoryId))
    .returning({ id: inventories.id });
  return row?.id ?? null;
}

/** Sets the template a workspace belongs to. */
export async function setHolder(db: Db, projectId: number, inventoryId: number, templateId: number): Promise<void> {
  await db.update(inventories).set({ holder_id: templateId }).where(isInventory(projectId, inventoryId));
}

/** Returns the deleted inventory's name, or null if there was none; fails if a template still uses it. */
export async function deleteInventory(db: Db, projectId: number, inventoryId: number): Promise<string | null> {
  const [row] = await db
    .delete(inventories)
    .where(isInventory(projectId, inventoryId))
    .returning({ name: inventories.name });
  return row?.name ?? null;
}

export const inventoryRefs = (db: Db, projectId: number, inventoryId: number): Promise<Refs> =>
  refsOf(db, "inventory", projectId, inventoryId);

export async function listInventoryFacts(db: Db, projectId: number): Promise<InventoryFacts[]> {
  const { uses, changed, columns: facts } = factsFor(db, "inventory", projectId, inventories.id);
  const rows = await db
    .select({ ...facts, type: inventories.type, text: inventories.inventory })
    .from(inventories)
    .leftJoin(uses, eq(uses.used_id, inventories.id))
    .leftJoinLateral(changed, sql`true`)
    .where(eq(inventories.project_id, projectId))
    .orderBy(inventories.id);
  return rows.map(({ type, text, ...row }) => ({ ...row, hosts: countHosts(type, text) }));
}

const isInventory = (projectId: number, inventoryId: number) =>
  and(eq(inventories.project_id, projectId), eq(inventories.id, inventoryId));

function valuesOf(input: Values) {
  const { name, type, inventory, ssh_key_id, become_key_id, holder_id, repository_id } = input;
  return { name, type, inventory, ssh_key_id, become_key_id, holder_id, repository_id };
}
