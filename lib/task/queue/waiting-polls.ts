import type { WorkAnnouncement } from "@/db/announcement";
import { type Candidate, isSuitableFor, type RunnerState } from "@/lib/queue/rule";

/*
 * An announcement of tasks wakes one poll instead of all: it gets the turn to look at the queue. Afterwards it passes the
 * turn on if it left tasks that another poll may take. The turn ends when nothing is left, or nothing that a poll of this
 * process can take; then a turn that began here goes on to the other web nodes, as an announcement. So no task waits while
 * a poll that can take it does, whichever process that poll is in.
 */

/** What a look at the queue has shown. */
export type Seen = {
  /** Tasks that could start now, the first of each kind; "unknown": there may be some. */
  left: readonly Candidate[] | "unknown";
  /** Absent: nothing waits, so it was not read. Null: it was deleted or replaced. */
  runner?: RunnerState | null;
};

type Left = Seen["left"];

/** `isOurs`: announced in this process only, so far. */
type Turn = { isOurs: boolean; asked: ReadonlySet<WaitingPoll> };

type Poller = { runnerId: number; free: number; held: readonly number[] };

/** The long polls of this process that wait for work. */
class WaitingPolls {
  readonly all = new Set<WaitingPoll>();
  /** As its last look showed it. */
  readonly runners = new Map<number, RunnerState>();
  isClosing = false;

  /** Gives a turn to an idle runner's poll; false if there is none here, so that all web nodes must be asked. */
  offer(): boolean {
    const turn = { isOurs: true, asked: new Set<WaitingPoll>() };
    const poll = this.choose(turn, "unknown");
    if (!poll || poll.load > 0) return false;
    poll.give(turn);
    return true;
  }

  /** False if no poll here could take any of them. */
  pass(turn: Turn, left: Left): boolean {
    const poll = this.choose(turn, left);
    poll?.give(turn);
    return poll !== null;
  }

  /** One that is about to look anyway, else the runner with the fewest tasks, else the one that waits longest. */
  private choose({ asked }: Turn, left: Left): WaitingPoll | null {
    const able = this.isClosing ? [] : [...this.all].filter((poll) => !asked.has(poll) && this.canTake(poll, left));
    return (
      able.find((poll) => poll.isGivenTurn) ??
      able.reduce<WaitingPoll | null>((best, poll) => (best && best.rank <= poll.rank ? best : poll), null)
    );
  }

  private canTake({ poller, isOver }: WaitingPoll, left: Left): boolean {
    const runner = this.runners.get(poller.runnerId);
    if (poller.free === 0 || isOver) return false;
    return left === "unknown" || !runner || left.some((task) => isSuitableFor(task, runner));
  }
}

export class WaitingPoll {
  private given: Turn | null = null;
  private used: Turn | null = null;
  private isWoken = false;
  private isLooking = true;
  private isAwaitingSlot = false;
  private isReplaced = false;
  private readonly over = new Set<number>();
  private resume = () => {};

  /** Waits from now on; `spread` announces work to all web nodes. Always call `end`. */
  constructor(
    readonly poller: Poller,
    private readonly signal: AbortSignal,
    private readonly spread: () => void,
  ) {
    polls().all.add(this);
    signal.addEventListener("abort", this.wake);
  }

  get isOver(): boolean {
    return this.isReplaced || this.signal.aborted;
  }

  get isGivenTurn(): boolean {
    return this.given !== null;
  }

  get rank(): number {
    return this.isLooking ? Infinity : this.load;
  }

  /** How many tasks its runner has: a poll stands when one of them ends. */
  get load(): number {
    return this.poller.held.filter((taskId) => !this.over.has(taskId)).length;
  }

  /** Whether the slot that this task gave back may concern it: as its own task, or for a confirmed one. */
  needsSlotOf(taskId: number): boolean {
    return this.isLooking || this.isAwaitingSlot || this.poller.held.includes(taskId);
  }

  noteEnd(taskId: number): void {
    if (this.poller.held.includes(taskId)) this.over.add(taskId);
  }

  give(turn: Turn): void {
    this.given = merge(this.given, turn);
    this.wake();
  }

  readonly wake = (): void => {
    this.isWoken = true;
    this.resume();
  };

  /** Call it before each look at the queue: what is announced from now on needs another one. */
  beginLook(): void {
    this.isLooking = true;
    this.isWoken = false;
    if (this.given) this.used = merge(this.used, this.given);
    this.given = null;
  }

  /** Call it after each look, unless another one has to follow because the queue was locked. */
  endLook({ left, runner, isAwaitingSlot }: Seen & { isAwaitingSlot: boolean }): void {
    this.isAwaitingSlot = isAwaitingSlot;
    if (runner) polls().runners.set(this.poller.runnerId, runner);
    this.isReplaced = runner === null;
    const turn = this.used;
    this.used = null;
    if (turn) this.passOn(turn, left);
  }

  /** Resolves on the first wake since `beginLook`, on abort or after `ms`. */
  async wait(ms: number): Promise<void> {
    this.isLooking = false;
    if (this.isWoken || this.signal.aborted) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.resume = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  end(): void {
    polls().all.delete(this);
    this.signal.removeEventListener("abort", this.wake);
    for (const turn of [this.used, this.given]) if (turn) this.passOn(turn, "unknown");
  }

  private passOn({ isOurs, asked }: Turn, left: Left): void {
    if (left.length === 0) return;
    const isPassed = polls().pass({ isOurs, asked: new Set([...asked, this]) }, left);
    if (!isPassed && isOurs) this.spread();
  }
}

/** The later one may be for tasks that nobody was asked about yet. */
const merge = (earlier: Turn | null, later: Turn): Turn =>
  earlier ? { isOurs: earlier.isOurs || later.isOurs, asked: new Set() } : later;

declare global {
  // Next's bundle and the server's are separate module instances in one process.
  var signalboxPolls: WaitingPolls | undefined;
}

function polls(): WaitingPolls {
  globalThis.signalboxPolls ??= new WaitingPolls();
  return globalThis.signalboxPolls;
}
globalThis.signalboxOffer = () => polls().offer();

/** Wakes one poll for a task that any runner may claim; for everything else, all polls that it may concern. */
export function wake({ runner_id, probe, ended }: Omit<WorkAnnouncement, "type">): void {
  if (runner_id !== null) wakeRunner(runner_id);
  else if (probe) wakeWhere(() => true);
  else if (ended !== undefined) wakeForSlot(ended);
  else polls().pass({ isOurs: false, asked: new Set() }, "unknown");
}

/** Announcements may have been missed. */
export function wakeAll(): void {
  forgetRunnerStates();
  wakeWhere(() => true);
}

function wakeWhere(concerns: (poll: WaitingPoll) => boolean): void {
  for (const poll of polls().all) if (concerns(poll)) poll.wake();
}

function wakeForSlot(ended: number): void {
  for (const poll of polls().all) poll.noteEnd(ended);
  wakeWhere((poll) => poll.needsSlotOf(ended));
}

/** Call it after a change of what runners may do. */
export const forgetRunnerStates = (): void => polls().runners.clear();

function wakeRunner(runnerId: number): void {
  polls().runners.delete(runnerId);
  wakeWhere(({ poller }) => poller.runnerId === runnerId);
}

/** Completes all polls now, so that the shutdown does not wait for them. */
export function closePolls(): void {
  polls().isClosing = true;
  wakeAll();
}

export const pollsClosing = (): boolean => polls().isClosing;
