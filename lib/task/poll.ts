import type { z } from "zod";
import type { Db } from "@/db/client";
import { notify } from "@/db/notify";
import type { runners } from "@/db/schema/runners";
import { type AttemptRef, POLL_SECONDS, type PollReply, type PollRequest } from "@/lib/protocol/runner";
import { taskChanged } from "@/lib/task/announce";
import { claimTasks, unbegunAttempts } from "@/lib/task/claim";
import { directivesFor, renewLeases } from "@/lib/task/directives";
import { listenForWork, wake } from "@/lib/task/wake";

type Runner = typeof runners.$inferSelect;
type Poll = z.output<typeof PollRequest>;

/** A notification can get lost with its connection; then the queue is looked at after this long anyway. */
const LOOK_AGAIN_MS = 5000;

/** Answers at once when there is work, else holds on until some comes, at most POLL_SECONDS. */
export async function pollForWork(db: Db, runner: Runner, poll: Poll, signal: AbortSignal): Promise<PollReply> {
  const deadline = performance.now() + POLL_SECONDS * 1000;
  const listener = listenForWork(runner.id, signal);
  try {
    await renewLeases(db, runner.id, poll.attempts);
    while (!signal.aborted) {
      const reply = await lookForWork(db, runner, poll);
      if (reply.tasks.length > 0 || reply.directives.length > 0) {
        // The answer goes nowhere: the runner's next poll is offered the same attempts.
        if (signal.aborted) wake(runner.id);
        return reply;
      }
      const left = deadline - performance.now();
      if (left <= 0) break;
      await listener.wait(Math.min(left, LOOK_AGAIN_MS));
    }
    return { tasks: [], directives: [] };
  } finally {
    listener.end();
  }
}

async function lookForWork(db: Db, runner: Runner, { instance_id, free, attempts }: Poll): Promise<PollReply> {
  const directives = await directivesFor(db, runner, attempts, true);
  if (free === 0) return { tasks: [], directives };
  const offeredAgain = await unbegunAttempts(db, runner.id, instance_id, attempts);
  const claimed = await claimTasks(db, runner, instance_id, free - offeredAgain.length);
  for (const announcement of claimed.flatMap(taskChanged)) await notify(db, announcement);
  const tasks: AttemptRef[] = [...offeredAgain, ...claimed.map(({ id, attempt }) => ({ task_id: id, attempt }))];
  return { tasks, directives };
}
