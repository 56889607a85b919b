import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { inventories } from "@/db/schema/inventories";
import { fitsApp } from "@/lib/inventory/rules";
import { invalid } from "@/lib/operation/errors";

/** Refuses an inventory that the application can't run against. */
export async function requireFitting(db: Db, inventoryId: number | null, app: string): Promise<void> {
  if (inventoryId === null) return;
  const [row] = await db.select({ type: inventories.type }).from(inventories).where(eq(inventories.id, inventoryId));
  if (row && !fitsApp(row.type, app)) throw invalid("inventory_id", "inventoryOtherKind");
}
