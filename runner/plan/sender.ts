import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { PlanRequest } from "@/lib/protocol/plan";
import { notTaken } from "@/lib/protocol/runner-lines";
import type { AttemptClient } from "@/runner/client/attempt";
import { whenAborted } from "@/runner/client/retry";

type Plan = z.input<typeof PlanRequest>["plan"];

/** Sends the plan of an attempt while its steps go on. */
export class PlanSender {
  private keeping: Promise<void> = Promise.resolve();
  private sending: Promise<void> = Promise.resolve();

  /**
   * `path`: where a plan is until the server has it, for the next process; undefined: nowhere. `note` tells people why a plan
   * cannot be shown.
   */
  constructor(
    private readonly server: Pick<AttemptClient, "takesPlans" | "plan">,
    private readonly path: string | undefined,
    private readonly note: (text: string) => void,
  ) {}

  /** The server takes plans. */
  get wanted(): boolean {
    return this.server.takesPlans;
  }

  send(plan: Plan): void {
    this.keeping = this.keep(plan);
    this.sending = this.keeping.then(() => this.deliver(plan));
  }

  /** Sends what a dead process has not. */
  async resume(): Promise<void> {
    if (this.path === undefined || !this.wanted) return;
    const text = await readFile(this.path, "utf8").catch(() => "");
    const plan = PlanRequest.shape.plan.safeParse(parseJson(text)).data;
    if (plan) this.sending = this.deliver(plan);
  }

  /** Resolves when the next process would find it; before that nothing may be stored that follows from it. */
  kept(): Promise<void> {
    return this.keeping;
  }

  /**
   * Resolves when the server has it or has refused it; before that nobody may be asked to confirm it. Also when
   * `deadline` aborts.
   */
  sent(deadline: AbortSignal): Promise<void> {
    return Promise.race([this.sending, whenAborted(deadline)]);
  }

  /** Without room on the disk it is only sent. */
  private async keep(plan: Plan): Promise<void> {
    const { path } = this;
    if (path === undefined) return;
    await writeFile(`${path}.new`, JSON.stringify(plan), { mode: 0o600 })
      .then(() => rename(`${path}.new`, path))
      .catch(() => undefined);
  }

  private async deliver(plan: Plan): Promise<void> {
    // Aborted: the attempt is over, which its other calls find out.
    const answer = await this.server.plan({ plan }).catch(() => null);
    if (answer && !answer.ok && answer.kind === "rejected") this.note(notTaken(`the plan: ${answer.message}`));
    if (answer && this.path !== undefined) await rm(this.path, { force: true }).catch(() => undefined);
  }
}
