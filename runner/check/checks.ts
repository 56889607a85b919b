import { CHECK_LEASE_SECONDS } from "@/lib/protocol/runner";
import { type CheckContext, lookUpHead } from "@/runner/check/look-up";
import type { ConsoleClient } from "@/runner/client";
import { notice } from "@/runner/daemon/notice";
import { describeError } from "@/runner/job/problem";
import { Stopper } from "@/runner/job/stop";

type Host = CheckContext & { client: Pick<ConsoleClient, "beginCheck" | "finishCheck">; instanceId: string };

/** Earlier than the server gives the check to somebody else. */
const GIVE_UP_MS = (CHECK_LEASE_SECONDS - 20) * 1_000;

type Running = { stopper: Stopper; ended: Promise<void> };

/** The commit checks this runner is busy with, which take no slot of a task. */
export class Checks {
  private readonly running = new Map<number, Running>();

  /** `changed` is called when there is room again after there was none. */
  constructor(
    private readonly host: Host,
    private readonly most: number,
    private readonly changed: () => void,
  ) {}

  /** How many more may begin. */
  get free(): number {
    return this.most - this.running.size;
  }

  start(checkId: number): void {
    if (this.running.has(checkId)) return;
    const stopper = new Stopper();
    const ended = this.carryOut(checkId, stopper).then(() => this.forget(checkId));
    this.running.set(checkId, { stopper, ended });
  }

  /** Ends them all, without a report: the server gives them to somebody else. */
  async quit(): Promise<void> {
    const running = [...this.running.values()];
    for (const { stopper } of running) stopper.request("quit");
    await Promise.all(running.map(({ ended }) => ended));
  }

  private async carryOut(checkId: number, stopper: Stopper): Promise<void> {
    const timer = setTimeout(() => stopper.request("timeout"), GIVE_UP_MS);
    try {
      const { client, instanceId } = this.host;
      const answer = await client.beginCheck(checkId, { instance_id: instanceId }, stopper.signal);
      if (!answer.ok) return;
      const report = await lookUpHead(answer.value, this.host, stopper);
      await client.finishCheck(checkId, report, stopper.signal);
    } catch (error) {
      if (stopper.cause === null) notice(`commit check ${checkId}: ${describeError(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }

  private forget(checkId: number): void {
    const full = this.free === 0;
    this.running.delete(checkId);
    if (full) this.changed();
  }
}
