import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { AppError } from "@/lib/operation/errors";
import type { StateKind } from "@/lib/protocol/state";
import { readContent, readWritten, type Written } from "@/lib/state/content";
import { lockedBy, lockOf } from "@/lib/state/locks";
import { sequelTo } from "@/lib/state/rules/follow";
import { withSerial } from "@/lib/state/rules/serial";
import { addVersion, insertVersion, placeOf } from "@/lib/state/versions";
import {
  ensureWorkspace,
  lockWorkspace,
  newestHead,
  type VersionHead,
  type VersionRow,
  type WorkspaceRow,
} from "@/lib/state/workspaces";

type By = { userId: number; reason: string };

/** A person brings a state: it follows on the newest version, or begins a workspace. Null: it is kept already. */
export async function uploadVersion(
  tx: Db,
  stateId: number,
  name: string,
  written: Written,
  { userId, reason }: By,
): Promise<VersionHead | null> {
  const workspace = await lockFreeWorkspace(tx, (await ensureWorkspace(tx, stateId, name)).id);
  return addVersion(tx, workspace, written, { cause: "upload", reason, user_id: userId });
}

/**
 * Makes what a version holds the newest again, as a new version: nothing is rewritten. Its serial is above that of the
 * newest one, so that tools which know that one take it. An offered version is accepted in the same way, once.
 */
export async function restoreVersion(
  tx: Db,
  kind: StateKind,
  version: VersionRow,
  { userId, reason }: By,
): Promise<VersionHead> {
  const workspace = await lockFreeWorkspace(tx, version.workspace_id);
  const newest = await newestHead(tx, workspace);
  if (newest?.id === version.id) throw new AppError("conflict", { key: "stateIsNewest" });
  const written = await contentAfter(kind, version, newest);
  // The outputs stay as they were: who wrote them knew which contain secrets.
  const made = await insertVersion(
    tx,
    workspace,
    { ...written, outputs: version.outputs },
    {
      cause: (await acceptOffered(tx, version)) ? "accepted" : "rollback",
      reason,
      user_id: userId,
    },
  );
  await tx.update(stateWorkspaces).set({ newest: made.number }).where(eq(stateWorkspaces.id, workspace.id));
  return made;
}

/** False for a version that was never offered, or is accepted already. */
async function acceptOffered(tx: Db, { id }: VersionRow): Promise<boolean> {
  const accepted = await tx
    .update(stateVersions)
    .set({ decided_at: sql`now()` })
    .where(and(eq(stateVersions.id, id), eq(stateVersions.offered, true), isNull(stateVersions.decided_at)))
    .returning({ id: stateVersions.id });
  return accepted.length > 0;
}

async function contentAfter(kind: StateKind, version: VersionRow, newest: VersionHead | null): Promise<Written> {
  const bytes = await readContent(version);
  const written = await readWritten(kind, bytes);
  if (written.facts.encrypted) return untouched(written, newest);
  if (version.serial === null) return written;
  const serial = Math.max(version.serial, newest?.serial ?? 0) + 1;
  return readWritten(kind, Buffer.from(withSerial(bytes.toString("utf8"), serial)));
}

/** An encrypted text has its serial inside as well, so it can only follow as it is: an offered one may be accepted. */
function untouched(written: Written, newest: VersionHead | null): Written {
  if (written.facts.serial === null || sequelTo(newest, placeOf(written)) !== "next")
    throw new AppError("conflict", { key: "stateEncrypted" });
  return written;
}

/** Refuses while the lock is held: its holder would write over the new version. */
async function lockFreeWorkspace(tx: Db, workspaceId: number): Promise<WorkspaceRow> {
  const workspace = await lockWorkspace(tx, workspaceId);
  const held = await lockOf(tx, workspaceId);
  if (held) throw lockedBy(held);
  return workspace;
}
