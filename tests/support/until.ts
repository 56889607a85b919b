import { setTimeout as sleep } from "node:timers/promises";

type Patience = {
  ms?: number;
  everyMs?: number;
  /** What the error says after what was awaited. */
  details?: () => string | Promise<string>;
};

/** Waits until a condition is met; `what` names it in the error. */
export async function until(
  what: string,
  isMet: () => boolean | Promise<boolean>,
  { ms = 30_000, everyMs = 50, details }: Patience = {},
): Promise<void> {
  for (const end = performance.now() + ms; !(await isMet()); await sleep(everyMs)) {
    if (performance.now() > end)
      throw new Error(`waited in vain until ${what}${details ? `:\n${await details()}` : ""}`);
  }
}
