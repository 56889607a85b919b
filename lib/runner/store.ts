import { and, asc, count, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { onlyRow } from "@/db/only-row";
import { runnerProjects, runners } from "@/db/schema/runners";
import { ENDED, taskAttempts, tasks } from "@/db/schema/tasks";
import { LEGACY_PROTOCOL } from "@/lib/protocol/legacy-runner";
import type { RunnerValues } from "@/lib/runner/complete";
import { CONNECTED_SECONDS, type Runner, type RunnerTag } from "@/lib/runner/schema";
import { hashToken, randomToken } from "@/lib/secret/token";

const isConnected = sql<boolean>`coalesce(${runners.last_seen} > now() - make_interval(secs => ${CONNECTED_SECONDS}), false)`;

/**
 * Tasks that hold a slot of the runner. The column is named with its table: alone, `id` would be that of the task. No ended task
 * holds one; that it says so lets Postgres read only the tasks of this runner.
 */
const runningTasks = sql<number>`(select count(*)::int from ${tasks} t
  where t.runner_id = ${runners}."id" and t.holds_slot and t.status not in ${ENDED})`;

/** The projects that the runner serves; null for all. */
const projectIds = sql<number[] | null>`case when ${runners.all_projects} then null else
  (select coalesce(json_agg(p.project_id order by p.project_id), '[]') from ${runnerProjects} p
    where p.runner_id = ${runners}."id") end`;

/** What decides whether a runner may take work; lib/queue/rule.ts does. */
export const stateColumns = {
  protocol: runners.protocol,
  active: runners.active,
  connected: isConnected,
  draining: runners.draining,
  project_ids: projectIds,
  tags: runners.tags,
  tagged_only: runners.tagged_only,
  tools: runners.tools,
  capabilities: runners.capabilities,
  limit: runners.max_parallel_tasks,
  running: runningTasks,
};

const columns = {
  id: runners.id,
  project_id: runners.project_id,
  name: runners.name,
  webhook: runners.webhook,
  max_parallel_tasks: runners.max_parallel_tasks,
  active: runners.active,
  draining: runners.draining,
  tag: sql<string>`coalesce(${runners.tags}[1], '')`,
  tags: runners.tags,
  tagged_only: runners.tagged_only,
  project_ids: projectIds,
  version: runners.version,
  hostname: runners.hostname,
  tools: runners.tools,
  local_folders: runners.local_folders,
  created: runners.created,
  last_seen: runners.last_seen,
  connected: isConnected,
  running: runningTasks,
  local: runners.local,
  legacy: sql<boolean>`${runners.protocol} = ${LEGACY_PROTOCOL}`,
  cleaning_requested: runners.cleaning_requested,
};

/** All runners, or those that belong to one project. */
export const listRunners = (db: Db, projectId?: number): Promise<Runner[]> =>
  db
    .select(columns)
    .from(runners)
    .where(projectId === undefined ? undefined : eq(runners.project_id, projectId))
    .orderBy(asc(runners.id));

/** One runner, if `projectId` is given only if it belongs to that project. */
export async function getRunner(db: Db, runnerId: number, projectId?: number): Promise<Runner | null> {
  const ofProject = projectId === undefined ? undefined : eq(runners.project_id, projectId);
  const [row] = await db
    .select(columns)
    .from(runners)
    .where(and(eq(runners.id, runnerId), ofProject));
  return row ?? null;
}

/** The tags of all runners, or of those that serve the project. */
export function listTags(db: Db, projectId?: number): Promise<RunnerTag[]> {
  const serves = sql`exists (select from ${runnerProjects} p
    where p.runner_id = ${runners}."id" and p.project_id = ${projectId})`;
  const tag = sql<string>`tag`;
  return db
    .select({ tag, number_of_runners: count() })
    .from(runners)
    .innerJoin(sql`unnest(${runners.tags}) as tag`, sql`true`)
    .where(projectId === undefined ? undefined : or(runners.all_projects, serves))
    .groupBy(tag)
    .orderBy(tag);
}

/** Adds a runner; its token is stored as a hash only. */
export async function insertRunner(tx: Db, values: RunnerValues): Promise<Runner & { token: string }> {
  const token = randomToken();
  const { id } = onlyRow(
    await tx
      .insert(runners)
      .values({ ...columnsOf(values), token_hash: hashToken(token) })
      .returning({ id: runners.id }),
  );
  if (values.name === "") await nameAfterId(tx, id);
  await chooseProjects(tx, id, values.project_ids);
  const runner = onlyRow(await tx.select(columns).from(runners).where(eq(runners.id, id)));
  return { ...runner, token };
}

/** Tells a runner that came without a name from others. Returns its name. */
export async function nameAfterId(tx: Db, runnerId: number): Promise<string> {
  const name = `Runner ${runnerId}`;
  await tx.update(runners).set({ name }).where(eq(runners.id, runnerId));
  return name;
}

/** The row is changed first: a claim locks it, and sees the old settings or the new ones. */
export async function updateRunner(tx: Db, runnerId: number, values: RunnerValues): Promise<void> {
  await tx.update(runners).set(columnsOf(values)).where(eq(runners.id, runnerId));
  await tx.delete(runnerProjects).where(eq(runnerProjects.runner_id, runnerId));
  await chooseProjects(tx, runnerId, values.project_ids);
}

/** The runner's name, or null when there is none. */
export async function setRunner(
  db: Db,
  runnerId: number,
  changes: { active: boolean } | { draining: boolean } | { data_folder: null } | { cleaning_requested: SQL },
): Promise<string | null> {
  const [row] = await db.update(runners).set(changes).where(eq(runners.id, runnerId)).returning({ name: runners.name });
  return row?.name ?? null;
}

/** The attempts it held end as lost. Returns the deleted runner's name, or null when there was none. */
export async function deleteRunner(db: Db, runnerId: number): Promise<string | null> {
  await forgetEndedAttempts(db, runnerId);
  const [row] = await db.delete(runners).where(eq(runners.id, runnerId)).returning({ name: runners.name });
  return row?.name ?? null;
}

/** Rows of attempts that go on are needed until these end as lost: they may hold the last lines of the log. */
const forgetEndedAttempts = (db: Db, runnerId: number) =>
  db.execute(sql`
    delete from legacy_attempts using ${taskAttempts}
    where legacy_attempts.runner_id = ${runnerId} and ${taskAttempts.ended_at} is not null
      and ${taskAttempts.task_id} = legacy_attempts.id and ${taskAttempts.attempt} = legacy_attempts.attempt`);

const columnsOf = ({ project_ids, ...columns }: RunnerValues) => ({ ...columns, all_projects: project_ids === null });

async function chooseProjects(tx: Db, runner_id: number, project_ids: number[] | null): Promise<void> {
  const rows = (project_ids ?? []).map((project_id) => ({ runner_id, project_id }));
  if (rows.length > 0) await tx.insert(runnerProjects).values(rows);
}
