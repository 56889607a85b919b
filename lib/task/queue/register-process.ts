import { and, eq, ne, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";
import { taskAttempts } from "@/db/schema/tasks";
import type { RunnerRow } from "@/lib/access/runner-cache";
import { AppError } from "@/lib/operation/errors";
import { recordEvent } from "@/lib/operation/record-event";
import { MAX_ARTIFACT_BYTES } from "@/lib/protocol/artifacts";
import {
  type AttemptRef,
  type Capability,
  HELLO_AGAIN_SECONDS,
  type HelloReply,
  type HelloRequest,
  POLL_SECONDS,
} from "@/lib/protocol/runner";
import { releaseChecks } from "@/lib/repository/check/claim";
import { settingsOf } from "@/lib/runner/register";
import { settings } from "@/lib/settings/settings";
import { isAttempt, openAttempts } from "@/lib/task/attempt/open-attempts";
import { loseAttempt, releaseAttempt } from "@/lib/task/attempt/recover";
import type { TaskRow } from "@/lib/task/transition";

type Hello = z.output<typeof HelloRequest>;

/** A process counts as alive for so long after its last call. An idle one calls when its poll ends. */
const ALIVE_SECONDS = POLL_SECONDS + 10;
/** By then the other process has called since the first refusal: it was not one that had just died. */
const TELLING_REFUSAL = Math.ceil(ALIVE_SECONDS / HELLO_AGAIN_SECONDS);

/** Registers a newly started runner process: it now acts for the runner, and its predecessor's attempts are settled. */
export async function registerProcess(
  tx: Db,
  runnerId: number,
  hello: Hello,
): Promise<{ reply: z.output<typeof HelloReply>; changed: TaskRow[] }> {
  const { instance_id, data_folder, version, hostname, tools, protocol, capabilities, local_folders } = hello;
  const named = (one: Capability) => capabilities.includes(one);
  const [runner] = await tx
    .update(runners)
    .set({
      instance_id,
      data_folder,
      version,
      hostname,
      tools,
      protocol,
      capabilities,
      local_folders,
      last_seen: sql`now()`,
      // The process that was draining is gone; a repeated hello from the same process changes nothing.
      draining: sql`${runners.draining} and ${runners.instance_id} is not distinct from ${instance_id}`,
      name: sql`coalesce(nullif(${runners.name}, ''), ${hostname})`,
    })
    .where(eq(runners.id, runnerId))
    .returning();
  if (!runner) throw new AppError("unauthenticated", { key: "runnerToken" });
  await releaseChecks(tx, runnerId, instance_id);
  const { kept, changed } = await settlePredecessor(tx, runnerId, hello);
  const discard = hello.attempts.filter((ref) => !kept.some((row) => isSame(row, ref)));
  return {
    reply: {
      runner_id: runner.id,
      name: runner.name,
      settings: settingsOf(runner),
      discard,
      raw_log: named("raw_log"),
      plan: named("plan"),
      events: named("events"),
      results: named("results"),
      artifact_bytes: Math.min(settings().artifactBytes.file, MAX_ARTIFACT_BYTES),
      outputs: named("outputs"),
    },
    changed,
  };
}

type Holder = { host: string; seconds: number };

/**
 * The living process of another data folder that acts for the runner. Of the same folder only one process can live, and
 * earlier runners don't name theirs.
 */
export async function otherHolder(tx: Db, runnerId: number, hello: Hello): Promise<Holder | null> {
  const isOther = and(
    ne(runners.data_folder, hello.data_folder ?? sql`null`),
    ne(runners.instance_id, hello.instance_id),
  );
  const isAlive = sql`${runners.last_seen} > now() - make_interval(secs => ${ALIVE_SECONDS})`;
  const [row] = await tx
    .select({
      host: runners.hostname,
      seconds: sql<number>`floor(extract(epoch from now() - ${runners.last_seen}))::int`,
      isHeld: sql<boolean>`coalesce(${and(isOther, isAlive)}, false)`,
    })
    .from(runners)
    .where(eq(runners.id, runnerId))
    .for("no key update");
  return row?.isHeld ? { host: row.host, seconds: row.seconds } : null;
}

/** Refuses a process because of another one; says so in the activity feed once. */
export async function refuseProcess(
  db: Db,
  runner: RunnerRow,
  hello: Hello,
  holder: Holder,
  ip: string,
): Promise<never> {
  if (hello.refused === TELLING_REFUSAL) {
    const event = {
      object_type: "runner",
      object_id: runner.id,
      object_name: runner.name,
      project_id: runner.project_id,
      description: `Runner ${runner.name} runs on ${holder.host}; another one on ${hello.hostname}, which has the same token, is refused`,
    };
    await recordEvent(db, event, { project: null, userId: null, ip });
  }
  throw new AppError("conflict", { key: "runnerInUse", params: holder });
}

const isSame = (a: AttemptRef, b: AttemptRef) => a.task_id === b.task_id && a.attempt === b.attempt;

/**
 * The new process takes over the attempts it still holds; of the others, unbegun ones are queued again and begun ones
 * are lost. What this process has claimed itself stays, since a hello may be repeated or arrive late.
 */
async function settlePredecessor(
  tx: Db,
  runnerId: number,
  hello: Hello,
): Promise<{ kept: AttemptRef[]; changed: TaskRow[] }> {
  const kept: AttemptRef[] = [];
  const changed: TaskRow[] = [];
  for (const { attempt } of await openAttempts(tx, runnerId)) {
    const own = attempt.instance_id === hello.instance_id;
    if (own || (attempt.begun_at && hello.attempts.some((ref) => isSame(ref, attempt)))) {
      kept.push({ task_id: attempt.task_id, attempt: attempt.attempt });
      if (!own) await handOver(tx, attempt, hello.instance_id);
      continue;
    }
    const task = attempt.begun_at
      ? await loseAttempt(tx, attempt, "runner_restarted")
      : await releaseAttempt(tx, attempt);
    if (task) changed.push(task);
  }
  return { kept, changed };
}

const handOver = (tx: Db, attempt: AttemptRef, instance_id: string) =>
  tx
    .update(taskAttempts)
    .set({ instance_id, heartbeat_at: sql`now()`, directive_sent: null })
    .where(isAttempt(attempt));
