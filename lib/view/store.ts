import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { templates } from "@/db/schema/templates";
import { views } from "@/db/schema/views";
import type { View, ViewInput } from "@/lib/view/schema";

export const listViews = (db: Db, projectId: number): Promise<View[]> =>
  db.select().from(views).where(eq(views.project_id, projectId)).orderBy(asc(views.position), asc(views.id));

export async function getView(db: Db, projectId: number, viewId: number): Promise<View | null> {
  const [row] = await db.select().from(views).where(isView(projectId, viewId));
  return row ?? null;
}

type Values = Pick<ViewInput, "title" | "position">;

export async function insertView(db: Db, projectId: number, { title, position }: Values): Promise<View> {
  return onlyRow(await db.insert(views).values({ project_id: projectId, title, position }).returning());
}

/** Returns the id, or null if the project has no such view. */
export async function updateView(db: Db, projectId: number, viewId: number, input: Values): Promise<number | null> {
  const { title, position } = input;
  const [row] = await db
    .update(views)
    .set({ title, position })
    .where(isView(projectId, viewId))
    .returning({ id: views.id });
  return row?.id ?? null;
}

/** Moves the project's views; the keys are ids. */
export async function setPositions(db: Db, projectId: number, positions: Record<string, number>): Promise<void> {
  const moved = JSON.stringify(Object.entries(positions).map(([id, position]) => ({ id, position })));
  await db.execute(sql`
    update ${views} set position = moved.position
    from jsonb_to_recordset(${moved}::jsonb) as moved(id text, position int)
    where ${views.project_id} = ${projectId} and ${views.id}::text = moved.id`);
}

/** Returns the deleted view's title, or null if there was none. Its templates stay, without a view. */
export async function deleteView(db: Db, projectId: number, viewId: number): Promise<string | null> {
  // Before its templates, as one that is saved into it.
  await db.select({ id: views.id }).from(views).where(isView(projectId, viewId)).for("update");
  await db
    .update(templates)
    .set({ view_id: null })
    .where(and(eq(templates.project_id, projectId), eq(templates.view_id, viewId)));
  const [row] = await db.delete(views).where(isView(projectId, viewId)).returning({ title: views.title });
  return row?.title ?? null;
}

const isView = (projectId: number, viewId: number) => and(eq(views.project_id, projectId), eq(views.id, viewId));
