import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Db } from "@/db/client";
import { commitChecks } from "@/db/schema/commit-checks";
import { schedules } from "@/db/schema/schedules";

type Watching = { repositoryId: number } | { templateId: number };

/**
 * For commit checks that watch another branch from now on: the next one only records its head. Those that a runner performs
 * are over, because they look at the branch before.
 */
export async function forgetHeads(tx: Db, watching: Watching): Promise<void> {
  const isWatching = and(
    "templateId" in watching
      ? eq(schedules.template_id, watching.templateId)
      : eq(schedules.repository_id, watching.repositoryId),
    isNotNull(schedules.repository_id),
  );
  // In the order in which a result is recorded, to avoid deadlocks.
  await tx
    .delete(commitChecks)
    .where(
      inArray(commitChecks.repository_id, tx.select({ id: schedules.repository_id }).from(schedules).where(isWatching)),
    );
  await tx.update(schedules).set({ last_commit_hash: null }).where(isWatching);
}
