import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { projectMembers } from "@/db/schema/projects";
import { stateCredentials, stateTokens } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { users } from "@/db/schema/users";
import { identify } from "@/lib/access/actor";
import { can, isRole, permissionsOf } from "@/lib/access/roles";
import { AppError, invalid } from "@/lib/operation/errors";
import { GIVEN_UP_REASONS } from "@/lib/protocol/reasons";
import type { AttemptRef } from "@/lib/protocol/runner";
import { hashToken } from "@/lib/secret/token";
import { isWorkspaceName } from "@/lib/state/rules/workspace";
import type { StateRow } from "@/lib/state/workspaces";

export type Address = { stateId: number; workspace: string };

type OfAttempt = {
  kind: "attempt";
  ref: AttemptRef;
  /** The server has ended it without its runner: what it still writes comes too late. */
  givenUp: boolean;
  userId: number | null;
  commitHash: string | null;
  /** A drift check writes nothing. */
  writes: boolean;
};
type OfToken = { kind: "token"; tokenId: number; name: string; userId: number; writes: boolean };
/** Somebody who manages the project's resources, by an API token. */
type Manager = { kind: "manager"; userId: number };

export type BackendCaller = { state: StateRow } & (OfAttempt | OfToken | Manager);

/**
 * Who sends this password. Throws for anybody else, and never that there is no such state: Terraform takes a 404 for an
 * empty state, and would make everything a second time.
 */
export async function identifyCaller(db: Db, password: string, address: Address, ip: string): Promise<BackendCaller> {
  if (password === "") throw unknownCaller();
  const caller =
    (await byCredential(db, password, address)) ??
    (await byStateToken(db, password, address)) ??
    (await byApiToken(db, { token: password, ip }, address));
  if (!caller) throw unknownCaller();
  // An attempt's is the one that its template names, whatever that is.
  if (caller.kind !== "attempt" && !isWorkspaceName(address.workspace))
    throw invalid("workspace", "workspaceNameInvalid");
  return caller;
}

export const unknownCaller = () => new AppError("unauthenticated", { key: "stateCredential" });
const otherState = () => new AppError("forbidden", { key: "stateForeign" });

async function byCredential(db: Db, password: string, { stateId, workspace }: Address): Promise<BackendCaller | null> {
  const [row] = await db
    .select({
      credential: stateCredentials,
      attempt: taskAttempts,
      task: taskColumns,
      workspace: stateWorkspaces,
      state: states,
    })
    .from(stateCredentials)
    .innerJoin(
      taskAttempts,
      and(eq(taskAttempts.task_id, stateCredentials.task_id), eq(taskAttempts.attempt, stateCredentials.attempt)),
    )
    .innerJoin(tasks, eq(tasks.id, stateCredentials.task_id))
    .innerJoin(stateWorkspaces, eq(stateWorkspaces.id, stateCredentials.workspace_id))
    .innerJoin(states, eq(states.id, stateWorkspaces.state_id))
    .where(eq(stateCredentials.token_hash, hashToken(password)));
  if (!row) return null;
  if (row.state.id !== stateId || row.workspace.name !== workspace) throw otherState();
  const standing = standingOf(row);
  if (standing === "over") throw new AppError("unauthenticated", { key: "stateCredentialOver" });
  const ref = { task_id: row.credential.task_id, attempt: row.credential.attempt };
  const { user_id: userId, commit_hash: commitHash, drift_check } = row.task;
  const givenUp = standing === "given_up";
  return { kind: "attempt", ref, givenUp, userId, commitHash, writes: !drift_check, state: row.state };
}

const taskColumns = {
  attempt: tasks.attempt,
  status: tasks.status,
  reason: tasks.reason,
  user_id: tasks.user_id,
  commit_hash: tasks.commit_hash,
  drift_check: tasks.drift_check,
};

type Standing = {
  credential: Pick<typeof stateCredentials.$inferSelect, "phase">;
  attempt: Pick<typeof taskAttempts.$inferSelect, "attempt" | "applied_at" | "ended_at">;
  task: Pick<typeof tasks.$inferSelect, "attempt" | "status" | "reason">;
};

/** A credential lives for its phase: it is void while a person decides, and valid until the runner has reported the end. */
function standingOf({ credential, attempt, task }: Standing): "valid" | "given_up" | "over" {
  const isNewest = task.attempt === attempt.attempt && credential.phase === (attempt.applied_at ? "apply" : "run");
  if (!isNewest) return "over";
  if (!attempt.ended_at) return task.status === "running" || task.status === "stopping" ? "valid" : "over";
  return task.status === "error" && task.reason !== null && GIVEN_UP_REASONS.has(task.reason) ? "given_up" : "over";
}

/** A token ends with its maker's right to manage the project's resources. */
async function byStateToken(db: Db, password: string, { stateId }: Address): Promise<BackendCaller | null> {
  const [row] = await db
    .select({ token: stateTokens, state: states, admin: users.admin, role: projectMembers.role })
    .from(stateTokens)
    .innerJoin(states, eq(states.id, stateTokens.state_id))
    .innerJoin(users, eq(users.id, stateTokens.user_id))
    .leftJoin(
      projectMembers,
      and(eq(projectMembers.project_id, states.project_id), eq(projectMembers.user_id, stateTokens.user_id)),
    )
    .where(eq(stateTokens.secret_hash, hashToken(password)));
  if (!row) return null;
  const role = row.role !== null && isRole(row.role) ? row.role : null;
  if (!can({ admin: row.admin, permissions: permissionsOf(role) }, "manageResources")) throw unknownCaller();
  if (row.state.id !== stateId) throw otherState();
  const { id: tokenId, name, user_id: userId, writes } = row.token;
  return { kind: "token", tokenId, name, userId, writes, state: row.state };
}

/** To the minute: a tool calls several times in a second. */
export const noteTokenUse = (db: Db, tokenId: number, ip: string) =>
  db
    .update(stateTokens)
    .set({ last_used: sql`now()`, last_ip: ip })
    .where(and(eq(stateTokens.id, tokenId), sql`(${stateTokens.last_used} > now() - interval '1 minute') is not true`));

async function byApiToken(
  db: Db,
  used: { token: string; ip: string },
  { stateId }: Address,
): Promise<BackendCaller | null> {
  const [state] = await db.select().from(states).where(eq(states.id, stateId));
  const { actor, project } = await identify(db, { kind: "token", ...used }, state?.project_id ?? null);
  if (actor.kind !== "user") return null;
  const { id: userId, admin } = actor.user;
  if (!state || !project || !can({ admin, permissions: project.permissions }, "manageResources")) throw otherState();
  return { kind: "manager", userId, state };
}

/** Whether the attempt is still running. It then cannot be ended before the transaction is over. */
export async function holdAttempt(tx: Db, ref: AttemptRef): Promise<boolean> {
  const [row] = await tx
    .select({ ended_at: taskAttempts.ended_at })
    .from(taskAttempts)
    .innerJoin(tasks, and(eq(tasks.id, taskAttempts.task_id), inArray(tasks.status, ["running", "stopping"])))
    .where(and(eq(taskAttempts.task_id, ref.task_id), eq(taskAttempts.attempt, ref.attempt)))
    .for("share", { of: taskAttempts });
  return row?.ended_at === null;
}
