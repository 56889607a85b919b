import { availableParallelism } from "node:os";
import type { AttemptRef, RunnerSettings } from "@/lib/protocol/runner";
import { BackgroundJobs } from "@/runner/check/background-jobs";
import { commitCheck } from "@/runner/check/look-up";
import type { Hello } from "@/runner/client";
import { pause, Unreachable, whenAborted } from "@/runner/client/retry";
import type { Config } from "@/runner/config";
import { cleanOnce } from "@/runner/daemon/clean";
import { notice } from "@/runner/daemon/notice";
import type { Shutdown } from "@/runner/daemon/shutdown";
import { Attempt } from "@/runner/job";
import type { Host } from "@/runner/job/context";
import { endLeftProcesses } from "@/runner/job/saving";
import { Leases, sendHeartbeats } from "@/runner/lease";
import { pollForWork } from "@/runner/poll";
import { probe } from "@/runner/probe/perform";
import { removeAttempt } from "@/runner/state/unsent";
import type { StoredAttempt } from "@/runner/workspace";

export type ServeOptions = {
  config: Pick<Config, "maxParallel" | "oneOff">;
  host: Omit<Host, "changed" | "webhook">;
  hello: Pick<Hello, "settings" | "discard">;
  storedAttempts: StoredAttempt[];
  shutdown: Shutdown;
};

/** Default limit per core: enough for small tasks without overloading a small machine. */
const TASKS_PER_CORE = 4;
const FEWEST_TASKS = 8;
/** How long an aborted runner keeps trying to report; its successor reports the rest. */
const FINAL_REPORTS_MS = 10_000;
const IDLE_CHECK_MS = 20;
const END_MS = 2_000;
/** Commit checks mostly wait for the network. */
const CHECKS_AT_ONCE = 4;
/** Users wait for probes, and each one may start Ansible. */
const PROBES_AT_ONCE = 4;

/** Runs until asked to stop, or for one task; resolves with the exit code. */
export async function serve(options: ServeOptions): Promise<number> {
  const { shutdown, host, hello, config } = options;
  let { settings } = hello;
  const capacity = () => (config.oneOff ? 1 : capacityOf(config.maxParallel, settings.max_parallel_tasks));
  const leases = new Leases(capacity());
  const over = new AbortController();
  const attemptHost: Host = { ...host, changed: () => leases.changed(), webhook: () => settings.webhook };
  let exitCode = 0;
  const onRefused = (message: string) => {
    if (exitCode === 0) notice(`${message}: its tasks are stopped`);
    exitCode = 1;
    for (const attempt of leases.all) attempt.lose();
    over.abort();
  };
  const room = () => leases.changed();
  const checks = new BackgroundJobs(commitCheck(host), config.oneOff ? 0 : CHECKS_AT_ONCE, room);
  const probes = new BackgroundJobs(probe(host), config.oneOff ? 0 : PROBES_AT_ONCE, room);
  const cleanIfIdle = () => {
    const isIdle = leases.all.length === 0 && checks.idle && probes.idle;
    if (!isIdle) return;
    try {
      cleanOnce(host.dataDir, settings.cleaning_requested);
    } catch (error) {
      notice(`stored repositories and requirements could not be removed: ${error}`);
    }
    host.mirrors.removeReplaced();
  };
  const onSettings = (news: RunnerSettings) => {
    if (news.active !== settings.active) notice(news.active ? SWITCHED_ON : SWITCHED_OFF);
    if (news.draining !== settings.draining && !shutdown.draining.aborted) notice(news.draining ? DRAINED : RESUMED);
    settings = news;
    cleanIfIdle();
    if (leases.capacity === capacity()) return;
    leases.capacity = capacity();
    leases.changed();
  };

  let taken = await resumeAttempts(options, leases, attemptHost);
  cleanIfIdle();
  const draining = () => shutdown.draining.aborted || (config.oneOff && taken > 0);
  const start = (ref: AttemptRef) => {
    taken += 1;
    leases.add(new Attempt(attemptHost, ref));
  };
  shutdown.draining.addEventListener("abort", () => {
    leases.changed();
    if (!shutdown.aborting.aborted) void reportDraining(host);
  });
  const common = {
    client: host.client,
    instanceId: host.instanceId,
    leases,
    signal: over.signal,
    onSettings,
    onRefused,
  };
  const loops = Promise.all([
    sendHeartbeats({ ...common, lostAfter: () => settings.lost_after_seconds }),
    pollForWork({ ...common, checks, probes, draining, start }),
  ]);
  const ends = [loops, untilDone(leases, shutdown)];
  if (config.oneOff) ends.push(untilTaskOver(leases, () => taken > 0));
  await Promise.race(ends);
  over.abort();
  await Promise.all([checks.quit(), probes.quit()]);
  await Promise.all(leases.all.map((attempt) => (exitCode === 0 ? undefined : attempt.settled)));
  if (exitCode === 0) await reportEnd(host);
  return exitCode;
}

const SWITCHED_OFF = "switched off in the console: no new tasks are taken, those that run go on";
const DRAINED = "drained in the console: no new tasks are taken, those that run go on";
const RESUMED = "resumed in the console";
const SWITCHED_ON = "switched on again in the console";

/** Lets the console show that the runner is draining. This process itself stops taking tasks. */
async function reportDraining({ client, instanceId }: Pick<Host, "client" | "instanceId">): Promise<void> {
  try {
    await client.drain({ instance_id: instanceId });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/** Lets another process use the token at once. Without an answer soon, it has to wait. */
async function reportEnd({ client, instanceId }: Pick<Host, "client" | "instanceId">): Promise<void> {
  await client.drain({ instance_id: instanceId, ended: true }, AbortSignal.timeout(END_MS)).catch(() => undefined);
}

/** The machine's own setting, else the console's, else a limit by cores; 0: no limit. */
export function capacityOf(own: number | null, server: number): number {
  if (own !== null && server > 0) return own === 0 ? server : Math.min(own, server);
  if (own !== null || server > 0) return own ?? server;
  return Math.max(availableParallelism() * TASKS_PER_CORE, FEWEST_TASKS);
}

/** Resumes the attempts of the previous process, except finished ones; resolves with their number. */
async function resumeAttempts({ storedAttempts, hello }: ServeOptions, leases: Leases, host: Host): Promise<number> {
  let taken = 0;
  for (const stored of storedAttempts) {
    const { task_id, attempt } = stored.saved;
    if (hello.discard.some((ref) => ref.task_id === task_id && ref.attempt === attempt)) {
      // Other work need not wait for it; what this process does not manage is left to the next.
      void endLeftProcesses(stored.saved).then(() => removeAttempt(stored, host));
    } else {
      leases.add(new Attempt(host, { task_id, attempt }, stored));
      taken += 1;
    }
  }
  return taken;
}

/** Includes waiting for confirmation: no other runner could apply the plan stored here. */
async function untilTaskOver(leases: Leases, isTaken: () => boolean): Promise<void> {
  while (!isTaken()) await whenAborted(leases.nextChange);
  await leases.emptied();
}

/** Resolves when no attempt has a running process. */
async function untilIdle(leases: Leases): Promise<void> {
  while (leases.all.some((attempt) => attempt.busy)) await pause(IDLE_CHECK_MS);
}

async function untilDone(leases: Leases, shutdown: Shutdown): Promise<void> {
  await whenAborted(shutdown.draining);
  if (leases.working.length > 0 && !shutdown.aborting.aborted) {
    notice(`no new tasks are taken; ${leases.working.length} still run (ask again to stop them)`);
  }
  await Promise.race([leases.idle(), whenAborted(shutdown.aborting)]);
  if (leases.working.length === 0) return;
  notice(`${leases.working.length} tasks are stopped`);
  leases.close();
  for (const attempt of leases.working) attempt.quit();
  await Promise.race([untilIdle(leases), whenAborted(shutdown.killing)]);
  for (const attempt of leases.working) attempt.kill();
  await untilIdle(leases);
  await Promise.race([leases.idle(), pause(FINAL_REPORTS_MS)]);
}
