import type { z } from "zod";
import type { Db } from "@/db/client";
import { notifyLater } from "@/db/notify";
import type { runners } from "@/db/schema/runners";
import { announceEverywhere } from "@/lib/operation/announce";
import { claimProbes } from "@/lib/probe/claim";
import { type AttemptRef, POLL_SECONDS, type PollRequest, type PollWork } from "@/lib/protocol/runner";
import { refusedBy } from "@/lib/queue/rule";
import { runnerState } from "@/lib/queue/runners";
import { claimChecks, wantedChecks } from "@/lib/repository/check/claim";
import { taskChanged } from "@/lib/task/announce";
import { type Claimer, type Claims, claimTasks } from "@/lib/task/queue/claim";
import { newDirectives, renewLeases } from "@/lib/task/queue/directives";
import { lookForWork, unbegunAttempts } from "@/lib/task/queue/look";
import { pollsClosing, type Seen, WaitingPoll, wake } from "@/lib/task/queue/waiting-polls";

type Runner = typeof runners.$inferSelect;
type Poll = z.output<typeof PollRequest>;

/*
 * The files that serve a runner's calls, in the order in which it makes them:
 * register-process  registers a new process and settles its predecessor's attempts
 * look              reads in one statement what there may be for a runner
 * poll              replies with work; `waiting-polls` holds pending calls and wakes one of them
 * claim             assigns tasks by the rule in lib/queue
 * directives        tells a runner what to stop, apply or discard, and renews its leases
 * reap              queues or fails the attempts of a lost runner, by lib/task/attempt/recover
 */

/** A notification can get lost with its connection, so the queue is checked again after this long. */
const RECHECK_MS = 5000;
/** First delay if another web node was claiming; it doubles up to the longest. */
const CONTENDED_MS = 20;
const MAX_CONTENDED_MS = 320;

/** Replies at once if there is work, otherwise waits for some, at most POLL_SECONDS. */
export async function pollForWork(db: Db, runner: Runner, poll: Poll, signal: AbortSignal): Promise<PollWork> {
  const deadline = performance.now() + POLL_SECONDS * 1000;
  const poller = { runnerId: runner.id, free: poll.free, held: poll.attempts.map(({ task_id }) => task_id) };
  const waiting = new WaitingPoll(poller, signal, () => announceEverywhere(db, [{ type: "work", runner_id: null }]));
  let pauseMs = CONTENDED_MS;
  try {
    await renewAtPoll(db, runner.id, poll.attempts);
    while (!signal.aborted) {
      waiting.beginLook();
      const found = await findWork(db, runner, poll);
      const { reply, contended } = found;
      const isFound = Object.values(reply).some((kind) => kind.length > 0);
      if (isFound || !contended) waiting.endLook(found);
      if (isFound) {
        // Nobody receives the reply: the runner's next poll is offered the same attempts.
        if (signal.aborted) wake({ runner_id: runner.id });
        return reply;
      }
      const left = deadline - performance.now();
      if (left <= 0 || pollsClosing()) break;
      await waiting.wait(Math.min(left, contended ? pauseMs * (0.5 + Math.random() / 2) : RECHECK_MS));
      pauseMs = contended ? Math.min(pauseMs * 2, MAX_CONTENDED_MS) : CONTENDED_MS;
    }
    return { tasks: [], directives: [], checks: [], probes: [] };
  } finally {
    waiting.end();
  }
}

/** A busy runner polls many times a second; claim and begin renew the lease of their attempt themselves. */
const RENEW_EVERY_MS = 1_000;
const renewedAt = new Map<number, number>();

async function renewAtPoll(db: Db, runnerId: number, held: AttemptRef[]): Promise<void> {
  const now = performance.now();
  if (now - (renewedAt.get(runnerId) ?? -RENEW_EVERY_MS) < RENEW_EVERY_MS) return;
  await renewLeases(db, runnerId, held);
  renewedAt.set(runnerId, now);
}

type Found = { reply: PollWork; contended: boolean; isAwaitingSlot: boolean } & Seen;

async function findWork(db: Db, runner: Runner, poll: Poll): Promise<Found> {
  const { instance_id, free, attempts, free_checks, free_probes } = poll;
  const look = await lookForWork(db, runner.id, attempts);
  const directives = await newDirectives(db, runner.id, attempts, look.attempts);
  const claimer = { runnerId: runner.id, instanceId: instance_id };
  const checks = look.checks && free_checks > 0 ? await claimAllowedChecks(db, claimer, free_checks) : [];
  const probes = look.probes && free_probes > 0 ? await claimProbes(db, runner, instance_id, free_probes) : [];
  const isAwaitingSlot = look.attempts.some(({ status, holds_slot }) => status === "confirmed" && !holds_slot);
  if (free === 0)
    return { reply: { tasks: [], directives, checks, probes }, contended: false, left: [], isAwaitingSlot };
  // An aborted poll may have claimed at the same time: together they offer no more than there is room for.
  const offeredAgain = unbegunAttempts(look.attempts, instance_id, attempts).slice(0, free);
  const claims = look.tasks ? await claimTasks(db, claimer, free - offeredAgain.length) : NO_CLAIMS;
  notifyLater(db, claims.tasks.flatMap(taskChanged));
  const tasks: AttemptRef[] = [...offeredAgain, ...claims.tasks.map(({ id, attempt }) => ({ task_id: id, attempt }))];
  return { ...claims, reply: { tasks, directives, checks, probes }, isAwaitingSlot };
}

const NO_CLAIMS: Claims = { tasks: [], contended: false, left: [] };

/** A commit check includes the repository's key, so only runners that may take the project's tasks get it. */
async function claimAllowedChecks(db: Db, claimer: Claimer, most: number): Promise<number[]> {
  const wanted = await wantedChecks(db);
  const runner = wanted.length > 0 && (await runnerState(db, claimer.runnerId, claimer.instanceId));
  if (!runner) return [];
  const allowed = wanted.filter((check) => refusedBy({ ...check, tool: "git" }, runner) === null);
  return claimChecks(db, claimer, allowed, most);
}
