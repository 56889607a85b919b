import type { z } from "zod";
import type { ProgressRequest, Stage } from "@/lib/protocol/runner";
import type { Fact } from "@/runner/apps/adapter";
import { EagerLoop } from "@/runner/spool/eager";

export type Progress = Omit<z.input<typeof ProgressRequest>, "attempt">;

/** Hosts beyond this are left out; the protocol takes no more. */
const MAX_HOSTS = 10_000;
const MAX_STAGES = 100;
const COLLECT_MS = 100;

/** Tells the server facts about the attempt, newest state only, one request at a time. */
export class Reporter {
  private pending: Progress = {};
  private timer: NodeJS.Timeout | undefined;
  private readonly loop = new EagerLoop(() => this.sendPending());

  /** `send` must not reject: facts are worth trying for, but never fail a task. */
  constructor(
    private readonly send: (progress: Progress) => Promise<void>,
    readonly stages: Stage[] = [],
  ) {}

  tell(progress: Progress): void {
    this.pending = { ...this.pending, ...progress };
    this.sendSoon();
  }

  tellFact(fact: Fact): void {
    if ("plan" in fact) this.tell({ plan: fact.plan });
    else if ("hosts" in fact) this.tell({ hosts: fact.hosts.slice(0, MAX_HOSTS) });
  }

  /** Ends the stage under way and begins another at this line of the log. */
  enterStage(name: string, firstLine: number): void {
    this.endStage();
    if (this.stages.length < MAX_STAGES) {
      this.stages.push({ name, first_line: firstLine, start: new Date().toISOString(), end: null });
    }
    this.tell({ stages: [...this.stages] });
  }

  endStage(): void {
    const current = this.stages.at(-1);
    if (!current || current.end !== null) return;
    this.stages[this.stages.length - 1] = { ...current, end: new Date().toISOString() };
    this.tell({ stages: [...this.stages] });
  }

  /** Sends what was told so far, and resolves when that is done. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.loop.wake();
    await this.loop.idle();
  }

  /** Facts come in bursts, and none of them is as urgent as the log. */
  private sendSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.loop.wake();
    }, COLLECT_MS);
  }

  private async sendPending(): Promise<boolean> {
    const progress = this.pending;
    if (Object.keys(progress).length === 0) return false;
    this.pending = {};
    await this.send(progress);
    return true;
  }
}
