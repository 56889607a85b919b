import type { z } from "zod";
import type { PlanRequest } from "@/lib/protocol/plan";
import type { AttemptClient } from "@/runner/client/attempt";

type Plan = z.input<typeof PlanRequest>["plan"];

/** Sends the plan of an attempt while its steps go on. */
export class PlanSender {
  private sending: Promise<void> = Promise.resolve();

  /** `say` tells people why a plan cannot be shown. */
  constructor(
    private readonly server: Pick<AttemptClient, "takesPlans" | "plan">,
    private readonly say: (text: string) => void,
  ) {}

  /** The server takes plans. */
  get wanted(): boolean {
    return this.server.takesPlans;
  }

  send(plan: Plan): void {
    this.sending = this.deliver(plan);
  }

  /** Resolves when the server has it or has refused it; before that nobody may be asked to confirm it. */
  sent(): Promise<void> {
    return this.sending;
  }

  private async deliver(plan: Plan): Promise<void> {
    // Aborted: the attempt is over, which its other calls find out.
    const answer = await this.server.plan({ plan }).catch(() => null);
    if (answer && !answer.ok && answer.kind === "rejected")
      this.say(`the console does not take the plan: ${answer.message}`);
  }
}
