import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { states } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { found } from "@/lib/operation/errors";
import { freeName } from "@/lib/state/names";
import { stateKindOf } from "@/lib/state/rules/workspace";

type TemplateOf = Pick<typeof templates.$inferSelect, "id" | "project_id" | "name" | "app" | "state_id">;

/** Gives every one of the templates, which are locked, a state if its application keeps one. */
export async function ensureStates<Row extends TemplateOf>(tx: Db, rows: Row[]): Promise<Row[]> {
  const complete: Row[] = [];
  for (const row of rows) complete.push(row.state_id === null ? await withState(tx, row) : row);
  return complete;
}

async function withState<Row extends TemplateOf>(tx: Db, row: Row): Promise<Row> {
  const kind = stateKindOf(row.app);
  if (!kind) return row;
  const name = await freeName(tx, row.project_id, row.name);
  const [state] = await tx
    .insert(states)
    .values({ project_id: row.project_id, name, kind })
    .returning({ id: states.id });
  const state_id = found(state).id;
  await tx.update(templates).set({ state_id }).where(eq(templates.id, row.id));
  return { ...row, state_id };
}
