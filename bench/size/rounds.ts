import type { Db } from "@/db/client";
import { measure } from "@/lib/server/metrics/measure";
import { pruneTasks } from "@/lib/task/prune";
import { reap } from "@/lib/task/queue/reap";

const NONE = { perTemplate: 0, perProject: 0, ms: 0 };
const YEARS_MS = 10 * 365 * 86_400_000;

/** What a web process does again and again, with nothing to delete. */
export const rounds: Record<string, (db: Db) => Promise<unknown>> = {
  "metrics of a scrape": measure,
  "settling of stuck tasks": reap,
  "retention by template": (db) => pruneTasks(db, { ...NONE, perTemplate: 1_000_000 }),
  "retention by project": (db) => pruneTasks(db, { ...NONE, perProject: 1_000_000 }),
  "retention by age": (db) => pruneTasks(db, { ...NONE, ms: YEARS_MS }),
};
