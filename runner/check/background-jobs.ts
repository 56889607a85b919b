import type { Answer } from "@/runner/client";
import { notice } from "@/runner/daemon/notice";
import { describeError } from "@/runner/job/problem";
import { Stopper } from "@/runner/job/stop";

/** Short work that takes no task slot: begun, performed and reported under an id. */
export type BackgroundJob<Order, Report> = {
  /** For the daemon's log. */
  name: string;
  /** Shorter than the server waits for it. */
  giveUpMs: number;
  begin(id: number, signal: AbortSignal): Promise<Answer<Order>>;
  /** Rejects with Stopped when it is asked to end. */
  perform(order: Order, stopper: Stopper): Promise<Report>;
  finish(id: number, report: Report, signal: AbortSignal): Promise<unknown>;
};

type Running = { stopper: Stopper; ended: Promise<void> };

/** The jobs of one kind that this runner is running. */
export class BackgroundJobs<Order, Report> {
  private readonly running = new Map<number, Running>();

  /** `changed` is called when there is room again after there was none. */
  constructor(
    private readonly job: BackgroundJob<Order, Report>,
    private readonly most: number,
    private readonly changed: () => void,
  ) {}

  /** How many more may begin. */
  get free(): number {
    return this.most - this.running.size;
  }

  start(id: number): void {
    if (this.running.has(id)) return;
    const stopper = new Stopper();
    const ended = this.carryOut(id, stopper).then(() => this.forget(id));
    this.running.set(id, { stopper, ended });
  }

  /** Ends them all, without a report. */
  async quit(): Promise<void> {
    const running = [...this.running.values()];
    for (const { stopper } of running) stopper.request("quit");
    await Promise.all(running.map(({ ended }) => ended));
  }

  private async carryOut(id: number, stopper: Stopper): Promise<void> {
    const { name, giveUpMs, begin, perform, finish } = this.job;
    const timer = setTimeout(() => stopper.request("timeout"), giveUpMs);
    try {
      const answer = await begin(id, stopper.signal);
      if (!answer.ok) return;
      await finish(id, await perform(answer.value, stopper), stopper.signal);
    } catch (error) {
      if (stopper.cause === null) notice(`${name} ${id}: ${describeError(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }

  private forget(id: number): void {
    const full = this.free === 0;
    this.running.delete(id);
    if (full) this.changed();
  }
}
