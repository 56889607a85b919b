import type { AttemptRef, PollReply, RunnerSettings } from "@/lib/protocol/runner";
import { type Answer, type ConsoleClient, isDisowned } from "@/runner/client";
import { backOff, pause, Unreachable } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import type { Leases } from "@/runner/lease";

/** Work that is known by its id alone. */
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
  /** What the console has set for the runner now. */
  onSettings(settings: RunnerSettings): void;
  /** This process does not speak for the runner any more. */
  onRefused(message: string): void;
};

/** A server that answers at once with nothing, or with what we know already, must not be asked in a tight loop. */
const NOTHING_NEW_MS = 250;

/**
 * Asks for work, one long poll after the other, the first at once. A poll is cut short when it tells the server
 * something outdated: a slot came free, an attempt began or ended.
 */
export async function pollForWork(options: PollOptions): Promise<void> {
  const { leases, signal } = options;
  let failures = 0;
  while (!signal.aborted) {
    const outdated = leases.nextChange;
    const asked = performance.now();
    try {
      const answer = await ask(options, outdated);
      failures = 0;
      const news = answer === "outdated" || take(answer, options);
      const quick = performance.now() - asked < NOTHING_NEW_MS;
      if (!news && quick) await pauseUnless(NOTHING_NEW_MS, outdated, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Unreachable)) throw error;
      await pauseUnless(backOff(failures++), signal);
    }
  }
}

/** `outdated` when the poll was cut short. A task claimed in that moment is offered again by the server. */
async function ask(options: PollOptions, outdated: AbortSignal): Promise<Answer<PollReply> | "outdated"> {
  const { client, leases, checks, probes, instanceId, signal } = options;
  const room = options.draining()
    ? { free: 0, free_checks: 0, free_probes: 0 }
    : { free: leases.free, free_checks: checks.free, free_probes: probes.free };
  const body = { instance_id: instanceId, attempts: leases.refs, ...room };
  const cut = new AbortController();
  const abort = () => cut.abort();
  outdated.addEventListener("abort", abort);
  signal.addEventListener("abort", abort);
  try {
    return await client.poll(body, cut.signal);
  } catch (error) {
    if (outdated.aborted && !signal.aborted) return "outdated";
    throw error;
  } finally {
    outdated.removeEventListener("abort", abort);
    signal.removeEventListener("abort", abort);
  }
}

/** False when the answer held nothing new; a refusal counts as no answer, so that the pauses grow. */
function take(answer: Answer<PollReply>, options: PollOptions): boolean {
  if (!answer.ok) {
    if (isDisowned(answer)) options.onRefused(answer.message);
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
  const applied = options.leases.obey(directives);
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
