import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { stateWorkspaces } from "@/db/schema/states";
import { AppError, invalid } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/record-event";
import type { LockInfo, VersionCause } from "@/lib/protocol/state";
import { type BackendCaller, holdAttempt, noteTokenUse } from "@/lib/state/backend/caller";
import { openContent, readWritten, type Written } from "@/lib/state/content";
import { dropLock, giveLock, lockOf, type Owner, requireLock, takeLock } from "@/lib/state/locks";
import { addVersion, type Origin, offerVersion } from "@/lib/state/versions";
import {
  ensureWorkspace,
  findWorkspace,
  lockWorkspace,
  newestVersion,
  noteUse,
  stateEvent,
  type WorkspaceRow,
} from "@/lib/state/workspaces";

/** One call of a tool, or of the runner in its place. */
export type Call = { db: Db; caller: BackendCaller; workspace: string; ip: string };

/** The newest version; null: nothing is kept yet. */
export async function readNewest({
  db,
  caller,
  workspace: name,
  ip,
}: Call): Promise<{ bytes: Buffer; checksum: string } | null> {
  if (caller.kind === "manager") throw unlockOnly();
  if (isGivenUp(caller)) throw attemptGivenUp();
  await noteUse(db, caller.state.id);
  if (caller.kind === "token") await noteTokenUse(db, caller.tokenId, ip);
  const workspace = await findWorkspace(db, caller.state.id, name);
  const newest = workspace && (await newestVersion(db, workspace));
  return newest && { bytes: await openContent(newest), checksum: newest.checksum };
}

/** Hides the outputs that contain a secret of the task, which only the task's own code can tell. */
export type HideSecrets = (db: Db, taskId: number, written: Written) => Promise<Written>;

type Write = {
  bytes: Buffer;
  lockId: string | null;
  contentMd5: string | null;
  cause: VersionCause;
  hideSecrets: HideSecrets;
};

/** Keeps what the tool has written: as the newest version, or as one that is offered when the attempt was given up. */
export async function write(call: Call, { bytes, lockId, contentMd5, cause, hideSecrets }: Write): Promise<void> {
  const { db, caller } = call;
  const owner = writerOf(caller);
  checkMd5(bytes, contentMd5);
  const read = await readWritten(caller.state.kind, bytes);
  const written = caller.kind === "attempt" ? await hideSecrets(db, caller.ref.task_id, read) : read;
  if (isGivenUp(call.caller)) return offerLate(call, written);
  await inWorkspace(call, owner, async (tx, workspace) => {
    requireLock(await lockOf(tx, workspace.id), owner, lockId);
    const version = await addVersion(tx, workspace, written, originOf(call.caller, cause));
    if (version && cause === "committed")
      await record(tx, call, `imported from the repository as version ${version.number}`);
  });
}

async function offerLate(call: Call, written: Written): Promise<void> {
  await call.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, (await ensureWorkspace(tx, call.caller.state.id, call.workspace)).id);
    const version = await offerVersion(tx, workspace, written, originOf(call.caller, "run"));
    if (version) await record(tx, call, `offered version ${version.number}, written after its task was given up`);
  });
}

/** The tool has destroyed the state; its versions stay. */
export async function forget(call: Call, lockId: string | null): Promise<void> {
  const owner = writerOf(call.caller);
  if (isGivenUp(call.caller)) throw attemptGivenUp();
  await inWorkspace(call, owner, async (tx, workspace) => {
    requireLock(await lockOf(tx, workspace.id), owner, lockId);
    await tx.update(stateWorkspaces).set({ newest: null }).where(eq(stateWorkspaces.id, workspace.id));
    await record(tx, call, "emptied by its tool; the versions are kept");
  });
}

export async function lock(call: Call, info: LockInfo): Promise<void> {
  const owner = writerOf(call.caller);
  if (isGivenUp(call.caller)) throw attemptGivenUp();
  await inWorkspace(call, owner, (tx, workspace) =>
    takeLock(tx, workspace, owner, { ...info, Created: info.Created || new Date().toISOString() }),
  );
}

/** Without an id, as `force-unlock` asks for it, only somebody who manages the project's resources breaks a lock. */
export async function unlock(call: Call, lockId: string | null): Promise<void> {
  const { caller } = call;
  if (caller.kind === "manager") return breakLock(call);
  const owner = writerOf(caller);
  if (lockId === null) throw new AppError("forbidden", { key: "stateUnlockManagers" });
  // The rule that gave the attempt up has released the lock.
  if (isGivenUp(caller)) return;
  await inWorkspace(call, owner, (tx, workspace) => giveLock(tx, workspace.id, owner, lockId));
}

async function breakLock(call: Call): Promise<void> {
  await call.db.transaction(async (tx) => {
    const workspace = await findWorkspace(tx, call.caller.state.id, call.workspace);
    if (workspace) await breakLockOf(tx, workspace, (happened) => record(tx, call, happened));
  });
}

/** Releases the lock without its holder and records that. False when it is not held. */
export async function breakLockOf(
  tx: Db,
  { id, name }: Pick<WorkspaceRow, "id" | "name">,
  note: (happened: string) => Promise<void>,
): Promise<boolean> {
  await lockWorkspace(tx, id);
  const held = await lockOf(tx, id);
  if (!held) return false;
  await dropLock(tx, id);
  await note(
    `unlocked by force: ${name} was held by ${held.task_id === null ? held.info.Who : `task ${held.task_id}`}`,
  );
  return true;
}

/** Runs a change in a transaction that holds the attempt and the workspace. */
function inWorkspace(
  { db, caller, workspace: name, ip }: Call,
  owner: Owner,
  change: (tx: Db, workspace: WorkspaceRow) => Promise<void>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (owner.kind === "attempt" && !(await holdAttempt(tx, owner.ref)))
      throw new AppError("unauthenticated", { key: "stateCredentialOver" });
    await noteUse(tx, caller.state.id);
    if (caller.kind === "token") await noteTokenUse(tx, caller.tokenId, ip);
    await change(tx, await lockWorkspace(tx, (await ensureWorkspace(tx, caller.state.id, name)).id));
  });
}

const READS_ONLY = { attempt: "stateCheckReads", token: "stateTokenReads" } as const;

/** In whose name the caller writes and locks. */
function writerOf(caller: BackendCaller): Owner {
  if (caller.kind === "manager") throw unlockOnly();
  if (!caller.writes) throw new AppError("forbidden", { key: READS_ONLY[caller.kind] });
  if (caller.kind === "attempt") return { kind: "attempt", ref: caller.ref };
  return { kind: "token", tokenId: caller.tokenId };
}

const isGivenUp = (caller: BackendCaller): boolean => caller.kind === "attempt" && caller.givenUp;
const unlockOnly = () => new AppError("forbidden", { key: "stateApiToken" });
const attemptGivenUp = () => new AppError("forbidden", { key: "stateGivenUp" });

function originOf(caller: BackendCaller, cause: VersionCause): Origin {
  if (caller.kind !== "attempt") return { cause: "push", user_id: caller.userId };
  return { cause, task_id: caller.ref.task_id, user_id: caller.userId, commit_hash: caller.commitHash };
}

/** As the tool sends it: in base64. */
function checkMd5(bytes: Buffer, contentMd5: string | null): void {
  if (contentMd5 !== null && createHash("md5").update(bytes).digest("base64") !== contentMd5)
    throw invalid("", "stateChecksum");
}

const record = (tx: Db, { caller, ip }: Call, happened: string) =>
  recordEvent(tx, stateEvent(caller.state, happened), {
    project: { id: caller.state.project_id },
    userId: caller.userId,
    ip: caller.kind === "attempt" ? "" : ip,
  });
