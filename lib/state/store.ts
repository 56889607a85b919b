import { and, desc, eq, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { toRfc3339 } from "@/db/columns";
import { isOnPage, newest } from "@/db/newest";
import { onlyRow } from "@/db/only-row";
import { stateLocks, stateTokens, stateVersions, UNKNOWN_COUNT } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { users } from "@/db/schema/users";
import type { StateKind } from "@/lib/protocol/state";
import type { State, Version } from "@/lib/state/schema";
import type { StateRow, VersionRow } from "@/lib/state/workspaces";

export const isState = (projectId: number, stateId: number) =>
  and(eq(states.project_id, projectId), eq(states.id, stateId));

const templatesJson = sql<State["templates"]>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
  from ${templates} t where t.state_id = ${states}."id")`;

/** Workspaces, with what the newest version and the lock of each say. */
const workspacesJson = sql<State["workspaces"]>`(
  select coalesce(json_agg(json_build_object(
    'name', w.name, 'newest', w.newest, 'version_id', v.id, 'serial', v.serial, 'size', v.size,
    'resources', nullif(v.resources, ${UNKNOWN_COUNT}), 'changed', v.created, 'task_id', v.task_id, 'user_name', u.name,
    'offered', (select count(*)::int from ${stateVersions} o where o.workspace_id = w.id and o.offered and o.decided_at is null),
    'lock', case when l.workspace_id is not null then json_build_object(
      'info', l.info, 'created', l.created, 'task_id', l.task_id, 'token_name', k.name) end) order by w.name), '[]')
  from ${stateWorkspaces} w
    left join ${stateVersions} v on v.workspace_id = w.id and v.number = w.newest
    left join ${users} u on u.id = v.user_id
    left join ${stateLocks} l on l.workspace_id = w.id
    left join ${stateTokens} k on k.id = l.token_id
  where w.state_id = ${states}."id")`;

const selectStates = (db: Db, which: SQL | undefined) =>
  db.select({ state: states, templates: templatesJson, workspaces: workspacesJson }).from(states).where(which);

type Row = Awaited<ReturnType<typeof selectStates>>[number];

/** Instants inside of JSON are as Postgres writes them. */
const present = ({ state, templates: used, workspaces }: Row): State => ({
  ...state,
  templates: used,
  workspaces: workspaces.map((workspace) => ({
    ...workspace,
    changed: workspace.changed && toRfc3339(workspace.changed),
    lock: workspace.lock && { ...workspace.lock, created: toRfc3339(workspace.lock.created) },
  })),
});

/** Those of templates whose code has a backend of its own are left out: nothing ever used them. */
export async function listStates(db: Db, projectId: number): Promise<State[]> {
  const known = and(eq(states.project_id, projectId), isNotNull(states.used_at));
  return (await selectStates(db, known).orderBy(states.name, states.id)).map(present);
}

export async function getState(db: Db, projectId: number, stateId: number): Promise<State | null> {
  const [row] = await selectStates(db, isState(projectId, stateId));
  return row ? present(row) : null;
}

/** The row itself, locked, for what changes the state as a whole. */
export async function lockState(tx: Db, projectId: number, stateId: number): Promise<StateRow | null> {
  const [row] = await tx.select().from(states).where(isState(projectId, stateId)).for("update");
  return row ?? null;
}

export async function insertState(
  db: Db,
  projectId: number,
  input: { name: string; kind: StateKind },
): Promise<number> {
  const row = onlyRow(
    await db
      .insert(states)
      .values({ ...input, project_id: projectId, used_at: sql`now()` })
      .returning({ id: states.id }),
  );
  return row.id;
}

export const renameState = (tx: Db, stateId: number, name: string) =>
  tx.update(states).set({ name }).where(eq(states.id, stateId));

export const deleteState = (tx: Db, stateId: number) => tx.delete(states).where(eq(states.id, stateId));

/** Whether a task may still read or write it. */
export async function isInUse(db: Db, projectId: number, stateId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.project_id, projectId), eq(tasks.state_id, stateId), isUnfinished))
    .limit(1);
  return row !== undefined;
}

/** All but the content, which may be large. */
const versionColumns = {
  id: stateVersions.id,
  number: stateVersions.number,
  serial: stateVersions.serial,
  lineage: stateVersions.lineage,
  checksum: stateVersions.checksum,
  size: stateVersions.size,
  resources: sql<number | null>`nullif(${stateVersions.resources}, ${UNKNOWN_COUNT})`,
  tool_version: stateVersions.tool_version,
  offered: stateVersions.offered,
  decided_at: stateVersions.decided_at,
  cause: stateVersions.cause,
  reason: stateVersions.reason,
  task_id: stateVersions.task_id,
  task_number: stateVersions.task_number,
  user_id: stateVersions.user_id,
  commit_hash: stateVersions.commit_hash,
  created: stateVersions.created,
  workspace: stateWorkspaces.name,
  newest: sql<boolean>`coalesce(${stateWorkspaces.newest} = ${stateVersions.number}, false)`,
  user_name: users.name,
};

const selectVersions = (db: Db) =>
  db
    .select(versionColumns)
    .from(stateVersions)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
    .innerJoin(states, eq(states.id, stateWorkspaces.state_id))
    .leftJoin(users, eq(users.id, stateVersions.user_id));

type StateRef = { projectId: number; stateId: number };
type VersionFilter = { workspace?: string; before?: number; limit: number };

/** Newest first; `before` is the id the page ends under. */
export const listVersions = (
  db: Db,
  { projectId, stateId }: StateRef,
  { workspace, before, limit }: VersionFilter,
): Promise<Version[]> => {
  const page = alias(stateVersions, "page");
  const { where, order } = newest([[page.workspace_id, sql`${stateWorkspaces.id}`]], page.id, { before });
  const ids = db.select({ id: page.id }).from(page).where(where);
  // The newest of each workspace, of which then the newest of all are taken.
  const ofOne = ids
    .orderBy(...order)
    .limit(limit)
    .as("of_one");
  const named = workspace === undefined ? undefined : eq(stateWorkspaces.name, workspace);
  const chosen = db
    .select({ id: ofOne.id })
    .from(stateWorkspaces)
    .crossJoinLateral(ofOne)
    .where(and(eq(stateWorkspaces.state_id, stateId), named))
    .orderBy(desc(ofOne.id))
    .limit(limit);
  return selectVersions(db)
    .where(and(isState(projectId, stateId), isOnPage(stateVersions.id, chosen)))
    .orderBy(desc(stateVersions.id));
};

type VersionRef = StateRef & { versionId: number };

const isVersion = ({ projectId, stateId, versionId }: VersionRef) =>
  and(isState(projectId, stateId), eq(stateVersions.id, versionId));

export async function getVersion(db: Db, ref: VersionRef): Promise<Version | null> {
  const [row] = await selectVersions(db).where(isVersion(ref));
  return row ?? null;
}

/** The row with its content; null when the state has no such version. */
export async function versionRow(
  db: Db,
  ref: VersionRef,
): Promise<{ state: StateRow; workspace: string; version: VersionRow } | null> {
  const [row] = await db
    .select({ state: states, workspace: stateWorkspaces.name, version: stateVersions })
    .from(stateVersions)
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateVersions.workspace_id))
    .innerJoin(states, eq(states.id, stateWorkspaces.state_id))
    .where(isVersion(ref));
  return row ?? null;
}

/** Id of the version that was the newest before it; null when it was the first. */
export async function versionBefore(
  db: Db,
  { workspace_id, number }: Pick<VersionRow, "workspace_id" | "number">,
): Promise<number | null> {
  const [row] = await db
    .select({ id: stateVersions.id })
    .from(stateVersions)
    .where(
      and(
        eq(stateVersions.workspace_id, workspace_id),
        lt(stateVersions.number, number),
        eq(stateVersions.offered, false),
      ),
    )
    .orderBy(desc(stateVersions.number))
    .limit(1);
  return row?.id ?? null;
}
