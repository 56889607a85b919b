import type { AttemptRef, PollReply, RunnerSettings } from "@/lib/protocol/runner";
import { type Answer, type ConsoleClient, isUnregistered } from "@/runner/client";
import { backOff, pause, Unreachable } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import type { Leases } from "@/runner/lease";

/** Jobs identified by their id alone. */
type Room = { readonly free: number; start(id: number): void };

export type PollOptions = {
  client: Pick<ConsoleClient, "poll">;
  leases: Leases;
  checks: Room;
  probes: Room;
  instanceId: string;
  signal: AbortSignal;
  /** True while the runner takes no new tasks. */
  draining(): boolean;
  start(ref: AttemptRef): void;
  /** The runner's current settings on the console. */
  onSettings(settings: RunnerSettings): void;
  /** The server no longer accepts this process as the runner. */
  onRefused(message: string): void;
};

/** Prevents a tight loop when the server responds immediately with nothing new. */
const NOTHING_NEW_MS = 250;

/**
 * Requests work by long polling; the first poll returns at once. A poll is aborted when it could get too much work, because
 * there is less room than it said, or none, because it said that there is no room.
 */
export async function pollForWork(options: PollOptions): Promise<void> {
  const { leases, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const change = leases.nextChange;
    const asked = performance.now();
    try {
      const answer = await ask(options);
      failures = 0;
      const news = answer === "outdated" || take(answer, options);
      const quick = performance.now() - asked < NOTHING_NEW_MS;
      if (!news && quick) await pauseUnless(NOTHING_NEW_MS, change, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
      await pauseUnless(backOff(failures++), signal);
    }
  }
}

/** Returns `outdated` when the poll was aborted. The server offers a task claimed in that moment again. */
async function ask(options: PollOptions): Promise<Answer<PollReply> | "outdated"> {
  const { client, leases, instanceId, signal } = options;
  const room = roomOf(options);
  const body = { instance_id: instanceId, attempts: leases.refs, ...room };
  const cut = new AbortController();
  const answered = new AbortController();
  const look = () => {
    if (signal.aborted || isWrong(room, roomOf(options))) cut.abort();
    else leases.nextChange.addEventListener("abort", look, { signal: answered.signal });
  };
  signal.addEventListener("abort", look, { signal: answered.signal });
  look();
  try {
    return await client.poll(body, cut.signal);
  } catch (error) {
    if (cut.signal.aborted && !signal.aborted) return "outdated";
    throw error;
  } finally {
    answered.abort();
  }
}

const ROOMS = ["free", "free_checks", "free_probes"] as const;
type Free = Record<(typeof ROOMS)[number], number>;

const roomOf = ({ draining, leases, checks, probes }: PollOptions): Free =>
  draining()
    ? { free: 0, free_checks: 0, free_probes: 0 }
    : { free: leases.free, free_checks: checks.free, free_probes: probes.free };

/**
 * More room than was said does no harm: the next poll says it, and comes as soon as this one returns work. Aborting it costs both
 * sides a connection.
 */
const isWrong = (said: Free, is: Free): boolean =>
  ROOMS.some((room) => is[room] < said[room] || (said[room] === 0 && is[room] > 0));

/** False when there was nothing new; a refusal counts as no response, so that the pauses grow. */
function take(answer: Answer<PollReply>, options: PollOptions): boolean {
  if (!answer.ok) {
    if (isUnregistered(answer)) options.onRefused(answer.message);
    else notice(`the poll was refused: ${answer.message}`);
    throw new Unreachable(answer.message);
  }
  const { tasks, directives, checks, probes, settings } = answer.value;
  options.onSettings(settings);
  let started = false;
  for (const ref of tasks) {
    if (options.leases.has(ref) || options.draining()) continue;
    options.start(ref);
    started = true;
  }
  for (const id of checks) options.checks.start(id);
  for (const id of probes) options.probes.start(id);
  const applied = options.leases.handle(directives);
  return started || applied || checks.length > 0 || probes.length > 0;
}

async function pauseUnless(milliseconds: number, ...signals: AbortSignal[]): Promise<void> {
  const cut = new AbortController();
  const abort = () => cut.abort();
  for (const signal of signals) {
    if (signal.aborted) return;
    signal.addEventListener("abort", abort);
  }
  await pause(milliseconds, cut.signal).catch(() => undefined);
  for (const signal of signals) signal.removeEventListener("abort", abort);
}
