import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { states } from "@/db/schema/states";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { AppError, found } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/record-event";
import type { KeepStateReply, KeepStateRequest, VersionCause } from "@/lib/protocol/state";
import { readWritten, type Written } from "@/lib/state/content";
import { lockOf, ownsLock } from "@/lib/state/locks";
import { sequelTo } from "@/lib/state/rules/follow";
import { addVersion, type Origin, offerVersion, placeOf } from "@/lib/state/versions";
import {
  ensureWorkspace,
  lockWorkspace,
  newestHead,
  type StateRow,
  stateEvent,
  type VersionHead,
  type WorkspaceRow,
} from "@/lib/state/workspaces";
import { attemptOver, isAttempt } from "@/lib/task/attempt/open-attempts";
import { hideSecrets } from "@/lib/task/attempt/secret-values";

type Keep = z.output<typeof KeepStateRequest>;
type Kept = z.output<typeof KeepStateReply>;

/**
 * Takes what a runner has left of an attempt's state. It is the newest version only while the attempt goes on, no other
 * holder has the lock and it follows on the newest one; otherwise it is offered.
 */
export async function keepState(
  db: Db,
  runnerId: number,
  taskId: number,
  keep: Keep,
): Promise<Kept & { state: StateRow }> {
  const state = await stateOf(db, runnerId, taskId, keep.attempt);
  const written = await hideSecrets(db, taskId, await readWritten(state.kind, Buffer.from(keep.content, "utf8")));
  return db.transaction(async (tx) => {
    const { attempt, task } = await holdTask(tx, taskId, keep.attempt);
    const workspace = await lockWorkspace(tx, (await ensureWorkspace(tx, state.id, task.workspace)).id);
    const origin: Origin = {
      cause: causeOf(keep),
      task_id: taskId,
      user_id: task.user_id,
      commit_hash: task.commit_hash,
    };
    const goesOn = attempt.ended_at === null && ["running", "stopping"].includes(task.status);
    const offered = keep.errored || !goesOn || !(await mayFollow(tx, workspace, keep.attempt, taskId, written));
    const version = await (offered ? offerVersion : addVersion)(tx, workspace, written, origin);
    if (version && offered) await recordOffer(tx, state, version);
    return { version: version?.number ?? null, offered, state };
  });
}

function causeOf({ errored, declared }: Keep): VersionCause {
  if (!errored) return "run";
  return declared ? "declared" : "errored";
}

/** Also of an attempt that is over, for which other calls are too late. */
async function stateOf(db: Db, runnerId: number, taskId: number, attempt: number): Promise<StateRow> {
  const [row] = await db
    .select({ attempt: taskAttempts, state: states, drift_check: tasks.drift_check })
    .from(taskAttempts)
    .innerJoin(tasks, eq(tasks.id, taskAttempts.task_id))
    .innerJoin(states, eq(states.id, tasks.state_id))
    .where(isAttempt({ task_id: taskId, attempt }));
  if (!row?.attempt.begun_at || row.attempt.runner_id !== runnerId) throw attemptOver();
  if (row.drift_check) throw new AppError("forbidden", { key: "stateCheckReads" });
  return row.state;
}

/** As they are until the transaction ends. */
async function holdTask(tx: Db, taskId: number, attempt: number) {
  const [row] = await tx
    .select({ attempt: taskAttempts, task: tasks })
    .from(taskAttempts)
    .innerJoin(tasks, eq(tasks.id, taskAttempts.task_id))
    .where(isAttempt({ task_id: taskId, attempt }))
    .for("share", { of: taskAttempts });
  return found(row);
}

async function mayFollow(
  tx: Db,
  workspace: WorkspaceRow,
  attempt: number,
  taskId: number,
  written: Written,
): Promise<boolean> {
  const held = await lockOf(tx, workspace.id);
  if (held && !ownsLock(held, { kind: "attempt", ref: { task_id: taskId, attempt } })) return false;
  return ["next", "same"].includes(sequelTo(await newestHead(tx, workspace), placeOf(written)));
}

const recordOffer = (tx: Db, state: StateRow, { number, user_id }: VersionHead) =>
  recordEvent(tx, stateEvent(state, `offered version ${number}, which its task could not write`), {
    project: { id: state.project_id },
    userId: user_id,
    ip: "",
  });
