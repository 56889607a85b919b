import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { tasks } from "@/db/schema/tasks";
import { CONNECTED_SECONDS } from "@/lib/runner/rules";
import type { Runner, RunnerInput } from "@/lib/runner/schema";
import { hashToken, randomToken } from "@/lib/secret/token";

export const isConnected = sql<boolean>`coalesce(${runners.last_seen} > now() - make_interval(secs => ${CONNECTED_SECONDS}), false)`;

/** Tasks that hold a slot of the runner. The column is named with its table: alone, `id` would be that of the task. */
export const runningTasks = sql<number>`(select count(*)::int from ${tasks} t where t.runner_id = ${runners}."id" and t.holds_slot)`;

const columns = {
  id: runners.id,
  project_id: sql<null>`null`,
  name: runners.name,
  webhook: runners.webhook,
  max_parallel_tasks: runners.max_parallel_tasks,
  active: runners.active,
  tag: runners.tag,
  version: runners.version,
  hostname: runners.hostname,
  tools: runners.tools,
  created: runners.created,
  last_seen: runners.last_seen,
  connected: isConnected,
  running: runningTasks,
  local: runners.local,
};

export const listRunners = (db: Db): Promise<Runner[]> => db.select(columns).from(runners).orderBy(asc(runners.id));

export async function getRunner(db: Db, runnerId: number): Promise<Runner | null> {
  const [row] = await db.select(columns).from(runners).where(eq(runners.id, runnerId));
  return row ?? null;
}

/** Adds a runner; its token is stored as a hash only. */
export async function insertRunner(db: Db, input: RunnerInput): Promise<Runner & { token: string }> {
  const token = randomToken();
  const [row] = await db
    .insert(runners)
    .values({ ...settingsOf(input), token_hash: hashToken(token) })
    .returning({ id: runners.id });
  const runner = row && (await getRunner(db, row.id));
  if (!runner) throw new Error("insert returned no row");
  return { ...runner, token };
}

/** The runner's name, or null when there is none. */
export async function updateRunner(
  db: Db,
  runnerId: number,
  changes: RunnerInput | Pick<RunnerInput, "active">,
): Promise<string | null> {
  const [row] = await db
    .update(runners)
    .set("name" in changes ? settingsOf(changes) : { active: changes.active })
    .where(eq(runners.id, runnerId))
    .returning({ name: runners.name });
  return row?.name ?? null;
}

/** What it worked on is nobody's now, and ends as lost. The deleted runner's name, or null when there was none. */
export async function deleteRunner(db: Db, runnerId: number): Promise<string | null> {
  const [row] = await db.delete(runners).where(eq(runners.id, runnerId)).returning({ name: runners.name });
  return row?.name ?? null;
}

const settingsOf = ({ name, webhook, max_parallel_tasks, active, tag }: RunnerInput) => ({
  name,
  webhook,
  max_parallel_tasks,
  active,
  tag,
});
