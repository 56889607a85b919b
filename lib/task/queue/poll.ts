import type { z } from "zod";
import type { Db } from "@/db/client";
import type { runners } from "@/db/schema/runners";
import { announceAll } from "@/lib/operation/announce";
import { claimProbes } from "@/lib/probe/claim";
import { type AttemptRef, POLL_SECONDS, type PollRequest, type PollWork } from "@/lib/protocol/runner";
import { refusedBy } from "@/lib/queue/rule";
import { runnerState } from "@/lib/queue/runners";
import { claimChecks, wantedChecks } from "@/lib/repository/check/claim";
import { taskChanged } from "@/lib/task/announce";
import { unbegunAttempts } from "@/lib/task/attempt/open-attempts";
import { type Claimer, claimTasks } from "@/lib/task/queue/claim";
import { directivesFor, renewLeases } from "@/lib/task/queue/directives";
import { listenForWork, pollsClosing, wake } from "@/lib/task/queue/waiting-polls";

type Runner = typeof runners.$inferSelect;
type Poll = z.output<typeof PollRequest>;

/*
 * The queue's side of a runner's calls, in the order of a runner's life:
 * register-process  takes the hello of a new process and settles what its predecessor left
 * poll              answers with work; `waiting-polls` holds the calls that wait, and wakes them
 * claim             hands out tasks by the rule of lib/queue
 * directives        tells a runner what to stop, apply or discard, and renews its leases
 * reap              requeues or fails the attempts of a runner that is gone, by lib/task/attempt/recover
 */

/** A notification can get lost with its connection; then the queue is looked at after this long anyway. */
const LOOK_AGAIN_MS = 5000;
/** Where another web node was claiming, at first; twice as long each further time, up to the second. */
const CONTENDED_MS = 20;
const MAX_CONTENDED_MS = 320;

/** Answers at once when there is work, else holds on until some comes, at most POLL_SECONDS. */
export async function pollForWork(db: Db, runner: Runner, poll: Poll, signal: AbortSignal): Promise<PollWork> {
  const deadline = performance.now() + POLL_SECONDS * 1000;
  const listener = listenForWork(runner.id, signal);
  let pauseMs = CONTENDED_MS;
  try {
    await renewLeases(db, runner.id, poll.attempts);
    while (!signal.aborted) {
      const { reply, contended } = await lookForWork(db, runner, poll);
      if (Object.values(reply).some((kind) => kind.length > 0)) {
        // The answer goes nowhere: the runner's next poll is offered the same attempts.
        if (signal.aborted) wake(runner.id);
        return reply;
      }
      const left = deadline - performance.now();
      if (left <= 0 || pollsClosing()) break;
      pauseMs = contended ? Math.min(pauseMs * 2, MAX_CONTENDED_MS) : CONTENDED_MS;
      await listener.wait(Math.min(left, contended ? pauseMs * (0.5 + Math.random() / 2) : LOOK_AGAIN_MS));
    }
    return { tasks: [], directives: [], checks: [], probes: [] };
  } finally {
    listener.end();
  }
}

type Found = { reply: PollWork; contended: boolean };

async function lookForWork(db: Db, runner: Runner, poll: Poll): Promise<Found> {
  const { instance_id, free, attempts, free_checks, free_probes } = poll;
  const directives = await directivesFor(db, runner.id, attempts, true);
  const claimer = { runnerId: runner.id, instanceId: instance_id };
  const checks = free_checks > 0 ? await claimSuitedChecks(db, claimer, free_checks) : [];
  const probes = free_probes > 0 ? await claimProbes(db, runner, instance_id, free_probes) : [];
  if (free === 0) return { reply: { tasks: [], directives, checks, probes }, contended: false };
  // A poll that was cut short may have claimed beside this one: together they offer no more than there is room for.
  const offeredAgain = (await unbegunAttempts(db, runner.id, instance_id, attempts)).slice(0, free);
  const claims = await claimTasks(db, claimer, free - offeredAgain.length);
  await announceAll(db, claims.tasks.flatMap(taskChanged));
  const tasks: AttemptRef[] = [...offeredAgain, ...claims.tasks.map(({ id, attempt }) => ({ task_id: id, attempt }))];
  return { reply: { tasks, directives, checks, probes }, contended: claims.contended };
}

/** A look at a branch takes the key of its repository along, so it goes only where the project's tasks may go. */
async function claimSuitedChecks(db: Db, claimer: Claimer, most: number): Promise<number[]> {
  const wanted = await wantedChecks(db);
  const runner = wanted.length > 0 && (await runnerState(db, claimer.runnerId, claimer.instanceId));
  if (!runner) return [];
  const suited = wanted.filter((check) => refusedBy({ ...check, tool: "git" }, runner) === null);
  return claimChecks(db, claimer, suited, most);
}
