import {
  type AttemptRef,
  type Directive,
  HEARTBEAT_SECONDS,
  MAX_FREE_SLOTS,
  type RunnerSettings,
} from "@/lib/protocol/runner";
import { type ConsoleClient, isUnregistered } from "@/runner/client";
import { backOff, pause, Unreachable, whenAborted } from "@/runner/client/retry";
import { notice } from "@/runner/daemon/notice";
import { readProc } from "@/runner/process/proc";

/** An attempt as seen by the lease; see Attempt. */
export type Held = {
  ref: AttemptRef;
  status: "working" | "waiting" | "confirmed";
  busy: boolean;
  settled: Promise<void>;
  handle(action: Directive["action"]): boolean;
  proceed(): void;
  fence(): void;
  quit(): void;
  kill(): void;
  lose(): void;
};

/** Time to stop a task's processes. */
const FENCE_MARGIN_SECONDS = 60;
const LOOK_SECONDS = 1;
/** Made once: without a reason each abort makes an error with a stack. */
const CHANGED = new Error("what the runner holds has changed");

/** Seconds of silence after which a runner stops its tasks, so that none runs when the server gives them up. */
const fenceAfter = (lostAfterSeconds: number): number =>
  Math.max(lostAfterSeconds - FENCE_MARGIN_SECONDS, lostAfterSeconds / 2);

/** The attempts held by this runner. */
export class Leases {
  private readonly held = new Map<string, Held>();
  private change = new AbortController();
  private isClosed = false;

  /** How many attempts may work at once; 0: no limit. */
  constructor(public capacity: number) {}

  has(ref: AttemptRef): boolean {
    return this.held.has(keyOf(ref));
  }

  /** Holds the attempt until it settles. */
  add(attempt: Held): void {
    this.held.set(keyOf(attempt.ref), attempt);
    this.changed();
    void attempt.settled.then(() => {
      this.held.delete(keyOf(attempt.ref));
      this.changed();
    });
  }

  get all(): Held[] {
    return [...this.held.values()];
  }

  get refs(): AttemptRef[] {
    return this.all.map((attempt) => attempt.ref);
  }

  get working(): Held[] {
    return this.all.filter((attempt) => attempt.status === "working");
  }

  /** How many more tasks may start now, at most as many as a poll can say. Confirmed plans come first. */
  get free(): number {
    const confirmed = this.all.filter(({ status }) => status === "confirmed").length;
    return Math.min(Math.max(this.room - confirmed, 0), MAX_FREE_SLOTS);
  }

  private get room(): number {
    return (this.capacity || Number.POSITIVE_INFINITY) - this.working.length;
  }

  /** Aborts as soon as what was sent with a poll is outdated. */
  get nextChange(): AbortSignal {
    return this.change.signal;
  }

  changed(): void {
    this.applyConfirmed();
    const current = this.change;
    this.change = new AbortController();
    current.abort(CHANGED);
  }

  /** From now on confirmed plans are left to the next process. */
  close(): void {
    this.isClosed = true;
  }

  private applyConfirmed(): void {
    if (this.isClosed) return;
    for (const attempt of this.all) if (attempt.status === "confirmed" && this.room > 0) attempt.proceed();
  }

  /** Carries out the directives; false if none had an effect. */
  handle(directives: readonly Directive[]): boolean {
    const news = directives.map(({ action, ...ref }) => this.held.get(keyOf(ref))?.handle(action) ?? false);
    return news.includes(true);
  }

  /** Resolves when no attempt is working. */
  async idle(): Promise<void> {
    while (this.working.length > 0) await whenAborted(this.nextChange);
  }

  /** Resolves when no attempt is held, not even a waiting one. */
  async emptied(): Promise<void> {
    while (this.held.size > 0) await whenAborted(this.nextChange);
  }
}

const keyOf = ({ task_id, attempt }: AttemptRef): string => `${task_id}/${attempt}`;

export type HeartbeatOptions = {
  client: Pick<ConsoleClient, "heartbeat">;
  leases: Leases;
  instanceId: string;
  signal: AbortSignal;
  /** The runner's current settings on the console. */
  onSettings(settings: RunnerSettings): void;
  /** Seconds of silence after which the console gives the tasks up. */
  lostAfter(): number;
  /** The server no longer accepts this process as the runner. */
  onRefused(message: string): void;
  /** Seconds of a clock that can't be set and includes sleep (suspend). */
  clock?: Clock;
  everySeconds?: number;
};

type Clock = () => Promise<number>;
type Lease = { renewedAt: number };

/** Renews the leases of all attempts with one request, and fences them when that fails for too long. */
export async function sendHeartbeats(options: HeartbeatOptions): Promise<void> {
  const { clock = bootSeconds } = options;
  const lease = { renewedAt: await clock() };
  await Promise.all([renew(options, lease, clock), fenceWhenSilent(options, lease, clock)]);
}

async function renew(options: HeartbeatOptions, lease: Lease, clock: Clock): Promise<void> {
  const { leases, signal, everySeconds = HEARTBEAT_SECONDS } = options;
  let failures = 0;
  while (!signal.aborted) {
    // The server counts from when it received the request, not from when its response arrives.
    const asked = await clock();
    const renewed = leases.all.length === 0 || (await beat(options));
    if (renewed) lease.renewedAt = asked;
    const ms = renewed ? everySeconds * 1_000 : Math.min(backOff(failures), everySeconds * 1_000);
    failures = renewed ? 0 : failures + 1;
    await pause(ms, signal).catch(() => undefined);
  }
}

/** Runs independently of the requests, because they may hang. */
async function fenceWhenSilent(options: HeartbeatOptions, lease: Lease, clock: Clock): Promise<void> {
  const { leases, signal, lostAfter, everySeconds = HEARTBEAT_SECONDS } = options;
  /** When each has begun, which the console has let it: after an outage this may come before the first heartbeat. */
  let begun = new Map<Held, number>();
  while (!signal.aborted) {
    const busy = leases.all.filter((attempt) => attempt.busy);
    const now = busy.length > 0 ? await clock() : 0;
    begun = new Map(busy.map((attempt) => [attempt, begun.get(attempt) ?? now]));
    for (const [attempt, start] of begun)
      if (now - Math.max(start, lease.renewedAt) >= fenceAfter(lostAfter())) attempt.fence();
    await pause(Math.min(everySeconds, LOOK_SECONDS) * 1_000, signal).catch(() => undefined);
  }
}

/** True when the server responded. */
async function beat({ client, leases, instanceId, signal, onSettings, onRefused }: HeartbeatOptions): Promise<boolean> {
  try {
    const answer = await client.heartbeat({ instance_id: instanceId, attempts: leases.refs }, signal);
    if (answer.ok) {
      onSettings(answer.value.settings);
      leases.handle(answer.value.directives);
    } else if (isUnregistered(answer)) onRefused(answer.message);
    else notice(`the heartbeat was refused: ${answer.message}`);
    return answer.ok;
  } catch (error) {
    if (error instanceof Unreachable || signal.aborted) return false;
    throw error;
  }
}

/** How far /proc/uptime is ahead of the monotonic clock, which counts from the start of this process and not while suspended. */
let ahead = 0;

/** Where /proc/uptime can't be read, for want of file descriptors or on another system, the time goes on from the last look. */
async function bootSeconds(): Promise<number> {
  const monotonic = performance.now() / 1_000;
  const uptime = Number.parseFloat(readProc("uptime").toString());
  if (uptime > 0) ahead = uptime - monotonic;
  return monotonic + ahead;
}
