import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { invalid } from "@/lib/operation/errors";
import { cronProblem } from "@/lib/schedule/rules/cron";
import type { Timing } from "@/lib/schedule/rules/next-run";

/** Fails with the reason if the text is not a valid cron expression. */
export function checkCron(text: string): void {
  const problem = cronProblem(text);
  if (!problem) return;
  const { message: reason, outside } = problem;
  throw outside
    ? invalid("cron_format", outside.key, { min: outside.min, max: outside.max, reason })
    : invalid("cron_format", "cronProblem", { reason });
}

/** A schedule has a cron expression or a single time; an active one needs a time in the future. */
export async function checkTiming(db: Db, timing: Timing & { active: boolean }): Promise<void> {
  if (timing.run_at === null) return checkCron(timing.cron_format);
  if (timing.cron_format !== "") throw invalid("cron_format", "cronOrRunAt");
  if (timing.active && Date.parse(timing.run_at) <= (await databaseClock(db))) throw invalid("run_at", "runAtPast");
}
