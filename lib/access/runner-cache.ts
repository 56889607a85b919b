import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { runners } from "@/db/schema/runners";

export type RunnerRow = typeof runners.$inferSelect;

/** A changed or deleted runner is forgotten at once by the process that changed it, and by the others after so long. */
const FRESH_MS = 2_000;
/** By token hash; only runners that exist. */
const known = new Map<string, { runner: RunnerRow; until: number }>();
/** What was asked before may be outdated when it arrives. */
let timesForgotten = 0;

/** The runner with this token. A busy one calls many times a second. */
export async function runnerByToken(db: Db, tokenHash: string): Promise<RunnerRow | null> {
  const entry = known.get(tokenHash);
  if (entry && entry.until > performance.now()) return entry.runner;
  const asked = timesForgotten;
  const [runner] = await db.select().from(runners).where(eq(runners.token_hash, tokenHash));
  if (runner && asked === timesForgotten) known.set(tokenHash, { runner, until: performance.now() + FRESH_MS });
  else known.delete(tokenHash);
  return runner ?? null;
}

/** Call it after changing what runners may do. */
export function forgetRunners(): void {
  timesForgotten++;
  known.clear();
}
