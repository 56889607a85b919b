import { and, eq, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { states } from "@/db/schema/states";
import { invalid } from "@/lib/operation/errors";

/** Two new names at once wait for each other, so that both cannot be the same. */
const lockNames = (tx: Db, projectId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('state names'), ${projectId})`);

/** The name, with a number if another state has it. */
export async function freeName(tx: Db, projectId: number, name: string): Promise<string> {
  await lockNames(tx, projectId);
  const rows = await tx.select({ name: states.name }).from(states).where(eq(states.project_id, projectId));
  const taken = new Set(rows.map((row) => row.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  return free;
}

export async function refuseTakenName(tx: Db, projectId: number, name: string, own: number | null): Promise<void> {
  await lockNames(tx, projectId);
  const [taken] = await tx
    .select({ id: states.id })
    .from(states)
    .where(and(eq(states.project_id, projectId), eq(states.name, name), own === null ? undefined : ne(states.id, own)))
    .limit(1);
  if (taken) throw invalid("name", "stateNameTaken");
}
