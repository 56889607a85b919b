import { and, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { drifts } from "@/db/schema/drifts";
import { inventories } from "@/db/schema/inventories";
import { templates } from "@/db/schema/templates";
import type { Drift } from "@/lib/drift/schema";

/** Drift of the templates that were checked, in the order of their names. */
export const listDrifts = (db: Db, projectId: number): Promise<Drift[]> =>
  db
    .select({
      template_id: drifts.template_id,
      template_name: templates.name,
      app: templates.app,
      workspace: drifts.workspace,
      inventory_id: drifts.inventory_id,
      inventory_name: inventories.name,
      status: drifts.status,
      count: drifts.count,
      items: drifts.items,
      since: drifts.since,
      checked_at: drifts.checked_at,
      task_id: drifts.task_id,
    })
    .from(drifts)
    .innerJoin(templates, and(eq(templates.project_id, drifts.project_id), eq(templates.id, drifts.template_id)))
    .leftJoin(inventories, eq(inventories.id, drifts.inventory_id))
    .where(eq(drifts.project_id, projectId))
    .orderBy(templates.name, templates.id, drifts.workspace, inventories.name);
