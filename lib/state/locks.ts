import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { stateLocks } from "@/db/schema/state-versions";
import { AppError } from "@/lib/operation/errors";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { LockInfo } from "@/lib/protocol/state";
import type { WorkspaceRow } from "@/lib/state/workspaces";

export type LockRow = typeof stateLocks.$inferSelect;

/** Whose lock it is: of one attempt, or of one token. */
export type Owner = { kind: "attempt"; ref: AttemptRef } | { kind: "token"; tokenId: number };

export async function lockOf(db: Db, workspaceId: number): Promise<LockRow | null> {
  const [row] = await db.select().from(stateLocks).where(eq(stateLocks.workspace_id, workspaceId));
  return row ?? null;
}

/** Takes the lock of a workspace that the caller holds. The same lock of the same owner may be taken again. */
export async function takeLock(tx: Db, { id }: WorkspaceRow, owner: Owner, info: LockInfo): Promise<void> {
  const held = await lockOf(tx, id);
  if (held && ownsLock(held, owner) && held.info.ID === info.ID) return;
  if (held) throw lockedBy(held);
  const of =
    owner.kind === "attempt" ? { task_id: owner.ref.task_id, attempt: owner.ref.attempt } : { token_id: owner.tokenId };
  await tx.insert(stateLocks).values({ workspace_id: id, info, ...of });
}

/** Gives one's own lock back. One that is free already is no failure, for the answer may have been lost. */
export async function giveLock(tx: Db, workspaceId: number, owner: Owner, lockId: string): Promise<void> {
  const held = await lockOf(tx, workspaceId);
  if (!held) return;
  if (!ownsLock(held, owner) || held.info.ID !== lockId) throw lockedBy(held);
  await dropLock(tx, workspaceId);
}

/** A writer has to hold the lock. Without a lock and without a lock id, as with -lock=false, writing is allowed. */
export function requireLock(held: LockRow | null, owner: Owner, lockId: string | null): void {
  if (!held && lockId === null) return;
  if (!held) throw new AppError("conflict", { key: "stateLockGone" });
  if (!ownsLock(held, owner) || held.info.ID !== lockId) throw lockedBy(held);
}

export const dropLock = (tx: Db, workspaceId: number) =>
  tx.delete(stateLocks).where(eq(stateLocks.workspace_id, workspaceId));

/** The tasks are over or wait for a person: nothing of them runs that could give a lock back. */
export const releaseLocks = (tx: Db, taskIds: readonly number[]) =>
  tx.delete(stateLocks).where(isOneOf(stateLocks.task_id, taskIds));

export const ownsLock = ({ task_id, attempt, token_id }: LockRow, owner: Owner): boolean =>
  owner.kind === "attempt"
    ? task_id === owner.ref.task_id && attempt === owner.ref.attempt
    : token_id === owner.tokenId;

/** Terraform shows the fields of the holder to the person whose run is refused. */
export function lockedBy({ info, task_id }: LockRow): AppError {
  const holder = task_id === null ? info.Who : `task ${task_id}`;
  const extra = { ...info, Info: info.Info || (task_id === null ? "" : `Signalbox task ${task_id}`) };
  return new AppError("locked", { key: "stateLocked", params: { holder }, extra });
}
