import type { Answer } from "@/runner/client";
import { notice } from "@/runner/daemon/notice";
import { describeError } from "@/runner/job/problem";
import { Stopper } from "@/runner/job/stop";

/** A short job that takes no task slot and is identified by an id. */
export type BackgroundJob<Order, Report> = {
  /** Appears in the daemon's log. */
  name: string;
  /** Shorter than the server's own time limit. */
  giveUpMs: number;
  begin(id: number, signal: AbortSignal): Promise<Answer<Order>>;
  /** Rejects with Stopped when stopped. */
  perform(order: Order, stopper: Stopper): Promise<Report>;
  finish(id: number, report: Report, signal: AbortSignal): Promise<unknown>;
};

type Running = { stopper: Stopper; ended: Promise<void> };

/** The running jobs of one kind. */
export class BackgroundJobs<Order, Report> {
  private readonly running = new Map<number, Running>();

  /** `changed` is called when a full runner has capacity again. */
  constructor(
    private readonly job: BackgroundJob<Order, Report>,
    private readonly most: number,
    private readonly changed: () => void,
  ) {}

  /** Number of jobs that may still start. */
  get free(): number {
    return this.most - this.running.size;
  }

  get idle(): boolean {
    return this.running.size === 0;
  }

  start(id: number): void {
    if (this.running.has(id)) return;
    const stopper = new Stopper();
    const ended = this.perform(id, stopper).then(() => this.forget(id));
    this.running.set(id, { stopper, ended });
  }

  /** Stops all jobs without reporting. */
  async quit(): Promise<void> {
    const running = [...this.running.values()];
    for (const { stopper } of running) stopper.request("quit");
    await Promise.all(running.map(({ ended }) => ended));
  }

  private async perform(id: number, stopper: Stopper): Promise<void> {
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
