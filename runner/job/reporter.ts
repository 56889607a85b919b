import type { z } from "zod";
import {
  type Facts,
  type HostResult,
  MAX_HOST_RESULTS,
  MAX_STAGES,
  type PlanSummary,
  type Stage,
} from "@/lib/protocol/runner";
import { beginning } from "@/lib/protocol/storable";
import type { Fact } from "@/runner/apps/adapter";
import { type FoundDrift, mergeDrift, reportOf } from "@/runner/drift/found";
import { EagerLoop } from "@/runner/spool/eager";

export type Progress = z.input<typeof Facts>;

const MAX_CARRIED_HOSTS = 200;
const MAX_HOST_NAME = 1000;
const COLLECT_MS = 100;

/** Reports facts about the attempt to the server: the latest values only, one request at a time. */
export class Reporter {
  /** What the steps of a check have found so far. */
  drift: FoundDrift | null = null;
  private plan: PlanSummary | null = null;
  private sending: Progress = {};
  private timer: NodeJS.Timeout | undefined;
  private readonly loop = new EagerLoop(() => this.sendPending());

  /** `send` must not reject: facts are best effort and never fail a task. `mask` takes the secrets out of a text. */
  constructor(
    private readonly send: (progress: Progress) => Promise<void>,
    private readonly mask: (text: string) => string,
    readonly stages: Stage[] = [],
    private pending: Progress = {},
  ) {}

  /** What the server may not know yet, for the next process. */
  get unsent(): Progress {
    return { ...this.sending, ...this.pending };
  }

  report(progress: Progress): void {
    this.pending = { ...this.pending, ...progress };
    this.sendSoon();
  }

  reportFact(fact: Fact): void {
    if ("plan" in fact) {
      this.plan = fact.plan;
      this.report({ plan: fact.plan });
    } else if ("hosts" in fact) this.report({ hosts: fact.hosts.slice(0, MAX_HOST_RESULTS).map(this.named) });
    else if ("drift" in fact) {
      this.drift = mergeDrift(this.drift, fact.drift);
      this.report({ drift: reportOf(this.drift, this.mask) });
    }
  }

  /** How many of the plan's resources are replaced, which its summary counts as added and destroyed. */
  countReplaced(replace: number): void {
    if (this.plan) this.reportFact({ plan: { ...this.plan, replace } });
  }

  private readonly named = (result: HostResult): HostResult => ({
    ...result,
    host: beginning(this.mask(result.host), MAX_HOST_NAME),
  });

  /** Ends the current stage and starts another at this line of the log. */
  enterStage(name: string, firstLine: number): void {
    this.endStage();
    if (this.stages.length < MAX_STAGES) {
      this.stages.push({ name, first_line: firstLine, start: new Date().toISOString(), end: null });
    }
    this.report({ stages: [...this.stages] });
  }

  endStage(): void {
    const current = this.stages.at(-1);
    if (!current || current.end !== null) return;
    this.stages[this.stages.length - 1] = { ...current, end: new Date().toISOString() };
    this.report({ stages: [...this.stages] });
  }

  /** Sends everything reported so far and resolves when done. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.loop.wake();
    await this.loop.idle();
  }

  /** What is not sent yet, for a call that carries it along; only many hosts need a call of their own. */
  async take(): Promise<Progress> {
    if ((this.pending.hosts?.length ?? 0) > MAX_CARRIED_HOSTS) await this.flush();
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.loop.idle();
    const progress = this.pending;
    this.pending = {};
    return progress;
  }

  /** Facts arrive in bursts and are less urgent than the log. */
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
    this.sending = progress;
    await this.send(progress);
    this.sending = {};
    return true;
  }
}
