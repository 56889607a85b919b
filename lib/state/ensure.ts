import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { states } from "@/db/schema/states";
import { templates } from "@/db/schema/templates";
import { found, invalid } from "@/lib/operation/errors";
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

/** Two new names at once wait for each other, so that both cannot be the same. */
const lockNames = (tx: Db, projectId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('state names'), ${projectId})`);

/** The name, with a number if another state has it. */
async function freeName(tx: Db, projectId: number, name: string): Promise<string> {
  await lockNames(tx, projectId);
  const rows = await tx.select({ name: states.name }).from(states).where(eq(states.project_id, projectId));
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

/** A state that was never used is in no list, so it gets another name instead. */
export async function refuseTakenName(tx: Db, projectId: number, name: string, own: number | null): Promise<void> {
  await lockNames(tx, projectId);
  const [taken] = await tx
    .select({ id: states.id, used_at: states.used_at })
    .from(states)
    .where(and(eq(states.project_id, projectId), eq(states.name, name), own === null ? undefined : ne(states.id, own)))
    .limit(1);
  if (!taken) return;
  if (taken.used_at !== null) throw invalid("name", "stateNameTaken");
  await tx
    .update(states)
    .set({ name: await freeName(tx, projectId, name) })
    .where(eq(states.id, taken.id));
}
