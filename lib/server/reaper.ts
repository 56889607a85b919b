import { database } from "@/db/client";
import { pruneEvents } from "@/lib/event/prune";
import { announceAll } from "@/lib/operation/announce";
import { pruneProbes } from "@/lib/probe/store";
import { withoutOverlap } from "@/lib/server/without-overlap";
import { settings } from "@/lib/settings/settings";
import { pruneCredentials } from "@/lib/state/credentials";
import { pruneVersions } from "@/lib/state/prune";
import { taskChanged } from "@/lib/task/announce";
import { pruneTasks } from "@/lib/task/history";
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

/** Answers whether there may be more to delete. */
async function prune(): Promise<boolean> {
  const { retention, eventRetentionMs, stateRetention } = settings();
  await pruneProbes(database());
  await pruneCredentials(database());
  const moreVersions = await pruneVersions(database(), stateRetention);
  const moreEvents = await pruneEvents(database(), eventRetentionMs);
  return (await pruneTasks(database(), retention)) || moreEvents || moreVersions;
}
