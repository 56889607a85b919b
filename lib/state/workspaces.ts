import { randomBytes } from "node:crypto";
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import type { EventDraft } from "@/lib/operation/define";
import { found } from "@/lib/operation/errors";
import { DEFAULT_WORKSPACE } from "@/lib/protocol/state";
import { open, seal } from "@/lib/secret/seal";

export type StateRow = typeof states.$inferSelect;
export type WorkspaceRow = typeof stateWorkspaces.$inferSelect;
export type VersionRow = typeof stateVersions.$inferSelect;

const isNamed = (stateId: number, name: string) =>
  and(eq(stateWorkspaces.state_id, stateId), eq(stateWorkspaces.name, name));

export async function findWorkspace(db: Db, stateId: number, name: string): Promise<WorkspaceRow | null> {
  const [row] = await db.select().from(stateWorkspaces).where(isNamed(stateId, name));
  return row ?? null;
}

/** The workspace, made if there is none of that name. */
export async function ensureWorkspace(db: Db, stateId: number, name: string): Promise<WorkspaceRow> {
  await db.insert(stateWorkspaces).values({ state_id: stateId, name }).onConflictDoNothing();
  return found(await findWorkspace(db, stateId, name));
}

/** As it is now. Whatever changes its versions or its lock holds it, after the attempt that does so. */
export async function lockWorkspace(tx: Db, workspaceId: number): Promise<WorkspaceRow> {
  const [row] = await tx.select().from(stateWorkspaces).where(eq(stateWorkspaces.id, workspaceId)).for("no key update");
  return found(row);
}

/** A version without its content, which may have megabytes. */
export type VersionHead = Omit<VersionRow, "content">;

const { content, ...headOnly } = getTableColumns(stateVersions);
export const headColumns = headOnly;

type Newest = Pick<WorkspaceRow, "id" | "newest">;

const isVersion = ({ id }: Newest, number: number) =>
  and(eq(stateVersions.workspace_id, id), eq(stateVersions.number, number));

/** Null: nothing is kept yet, or the tool has deleted it. */
export async function newestHead(db: Db, workspace: Newest): Promise<VersionHead | null> {
  if (workspace.newest === null) return null;
  const [row] = await db.select(headColumns).from(stateVersions).where(isVersion(workspace, workspace.newest));
  return row ?? null;
}

/** The same with its content. */
export async function newestVersion(db: Db, workspace: Newest): Promise<VersionRow | null> {
  if (workspace.newest === null) return null;
  const [row] = await db
    .select({ ...headColumns, content })
    .from(stateVersions)
    .where(isVersion(workspace, workspace.newest));
  return row ?? null;
}

export const noteUse = (db: Db, stateId: number) =>
  db
    .update(states)
    .set({ used_at: sql`now()` })
    .where(and(eq(states.id, stateId), isNull(states.used_at)));

const placeOf = (id: number) => `state_workspaces/${id}/passphrase` as const;
export const sealPassphrase = (passphrase: string, id: number) => seal(passphrase, placeOf(id));
/** Null if no passphrase was needed yet. Throws UndecryptableError. */
export const openPassphrase = ({ id, passphrase }: Pick<WorkspaceRow, "id" | "passphrase">): string | null =>
  passphrase && open(passphrase, placeOf(id));

/** Passphrase of a Pulumi stack: random, made when it is first needed, and never changed. */
export async function passphraseOf(db: Db, { id }: Pick<WorkspaceRow, "id">): Promise<string> {
  await db
    .update(stateWorkspaces)
    .set({ passphrase: sealPassphrase(randomBytes(32).toString("base64url"), id) })
    .where(and(eq(stateWorkspaces.id, id), isNull(stateWorkspaces.passphrase)));
  const [row] = await db
    .select({ passphrase: stateWorkspaces.passphrase })
    .from(stateWorkspaces)
    .where(eq(stateWorkspaces.id, id));
  return found(openPassphrase({ id, ...found(row) }));
}

/** A line of the activity feed; what a state holds is never part of one. */
export const stateEvent = (state: Pick<StateRow, "id" | "name">, happened: string): EventDraft => ({
  ...aboutState(state),
  description: `State ${state.name} ${happened}`,
});

export const aboutState = ({ id, name }: Pick<StateRow, "id" | "name">) => ({
  object_type: "state",
  object_id: id,
  object_name: name,
});

/** A version in an event: each workspace numbers its own. */
export const versionName = (number: number, workspace: string): string =>
  workspace === DEFAULT_WORKSPACE ? `version ${number}` : `version ${number} of workspace ${workspace}`;
