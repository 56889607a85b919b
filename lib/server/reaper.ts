import { database } from "@/db/client";
import { pruneEvents } from "@/lib/event/prune";
import { announceAll } from "@/lib/operation/announce";
import { pruneProbes } from "@/lib/probe/store";
import { withoutOverlap } from "@/lib/server/without-overlap";
import { log } from "@/lib/settings/log";
import { settings } from "@/lib/settings/settings";
import { pruneCredentials } from "@/lib/state/credentials";
import { pruneVersions } from "@/lib/state/prune";
import { taskChanged } from "@/lib/task/announce";
import { pruneTasks } from "@/lib/task/prune";
import { reap } from "@/lib/task/queue/reap";

const REAP_MS = 5000;
/** With nothing to delete, history is left alone for so many rounds. */
const PRUNE_EVERY = 12;

/** Settles stuck tasks every few seconds, on every web node; never two rounds at once, and a failed round only waits for the next. */
export function startReaper(): { stop: () => void } {
  let rounds = 0;
  const round = withoutOverlap("settle tasks and delete history", async () => {
    announceAll(database(), (await reap(database())).flatMap(taskChanged));
    if (rounds++ % PRUNE_EVERY === 0 && (await prune())) rounds = 0;
  });
  const timer = setInterval(round, REAP_MS);
  return { stop: () => clearInterval(timer) };
}

/** Answers whether there may be more to delete. If one kind fails, the others are deleted all the same. */
async function prune(): Promise<boolean> {
  const db = database();
  const { retention, eventRetentionMs, stateRetention } = settings();
  const kinds: Record<string, () => Promise<unknown>> = {
    "answers of probes": () => pruneProbes(db),
    "credentials of states": () => pruneCredentials(db),
    "versions of states": () => pruneVersions(db, stateRetention),
    events: () => pruneEvents(db, eventRetentionMs),
    tasks: () => pruneTasks(db, retention),
  };
  let mayBeMore = false;
  for (const [kind, pruneKind] of Object.entries(kinds)) {
    const more = await pruneKind().catch((error: unknown) => log.warn({ err: error }, `could not delete old ${kind}`));
    mayBeMore ||= more === true;
  }
  return mayBeMore;
}
