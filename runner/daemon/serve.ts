import { availableParallelism } from "node:os";
import type { AttemptRef } from "@/lib/protocol/runner";
import type { Hello } from "@/runner/client";
import { pause, whenAborted } from "@/runner/client/retry";
import type { Config } from "@/runner/config";
import { notice } from "@/runner/daemon/notice";
import type { Shutdown } from "@/runner/daemon/shutdown";
import { Attempt, type Host } from "@/runner/job";
import { keepLeases, Leases } from "@/runner/lease";
import { pollForWork } from "@/runner/poll";
import { type Leftover, removeWorkspace } from "@/runner/workspace";

export type ServeOptions = {
  config: Config;
  host: Omit<Host, "changed">;
  hello: Pick<Hello, "max_parallel_tasks" | "discard">;
  leftovers: Leftover[];
  shutdown: Shutdown;
};

/** Enough for small tasks, few enough for a small machine, when nobody set a number. */
const TASKS_PER_CORE = 4;
const FEWEST_TASKS = 8;
/** How long an aborted runner still tries to report; what is left, its successor reports. */
const LAST_WORDS_MS = 10_000;
const AT_REST_MS = 20;

/** Works for the server until told to end; resolves with the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const { shutdown, host, hello, config } = options;
  const leases = new Leases(capacityOf(config.maxParallel, hello.max_parallel_tasks));
  const over = new AbortController();
  const attemptHost: Host = { ...host, changed: () => leases.changed() };
  let exitCode = 0;
  const refused = (message: string) => {
    if (exitCode === 0) notice(`${message}: its tasks are stopped`);
    exitCode = 1;
    for (const attempt of leases.all) attempt.lose();
    over.abort();
  };

  await takeUp(options, leases, attemptHost);
  shutdown.draining.addEventListener("abort", () => leases.changed());
  const common = { client: host.client, instanceId: host.instanceId, leases, signal: over.signal, refused };
  const loops = Promise.all([
    keepLeases(common),
    pollForWork({
      ...common,
      draining: () => shutdown.draining.aborted,
      start: (ref: AttemptRef) => leases.add(new Attempt(attemptHost, ref)),
    }),
  ]);
  await Promise.race([loops, untilDone(leases, shutdown)]);
  over.abort();
  await Promise.all(leases.all.map((attempt) => (exitCode === 0 ? undefined : attempt.settled)));
  return exitCode;
}

/** What the machine's owner set, else what the console says, else what the machine can bear; 0: no limit. */
export function capacityOf(own: number | null, server: number): number {
  if (own !== null && server > 0) return own === 0 ? server : Math.min(own, server);
  if (own !== null || server > 0) return own ?? server;
  return Math.max(availableParallelism() * TASKS_PER_CORE, FEWEST_TASKS);
}

/** Goes on with the attempts of the previous process, except those that are over. */
async function takeUp({ leftovers, hello }: ServeOptions, leases: Leases, host: Host): Promise<void> {
  for (const leftover of leftovers) {
    const { task_id, attempt } = leftover.state;
    const over = hello.discard.some((ref) => ref.task_id === task_id && ref.attempt === attempt);
    if (over) await removeWorkspace(leftover.workspace);
    else leases.add(new Attempt(host, { task_id, attempt }, leftover));
  }
}

/** Resolves when no attempt has a process any more. */
async function untilAtRest(leases: Leases): Promise<void> {
  while (leases.all.some((attempt) => attempt.busy)) await pause(AT_REST_MS);
}

async function untilDone(leases: Leases, shutdown: Shutdown): Promise<void> {
  await whenAborted(shutdown.draining);
  if (leases.working.length > 0 && !shutdown.aborting.aborted) {
    notice(`no new tasks are taken; ${leases.working.length} still run (ask again to stop them)`);
  }
  await Promise.race([leases.idle(), whenAborted(shutdown.aborting)]);
  if (leases.working.length === 0) return;
  for (const attempt of leases.working) attempt.quit();
  await Promise.race([untilAtRest(leases), whenAborted(shutdown.killing)]);
  for (const attempt of leases.working) attempt.kill();
  await untilAtRest(leases);
  await Promise.race([leases.idle(), pause(LAST_WORDS_MS)]);
}
