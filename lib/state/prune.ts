import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { leftVersions, stateVersions } from "@/db/schema/state-versions";
import { tasks } from "@/db/schema/tasks";
import { usedByRuns } from "@/lib/project/used-tasks";

const BATCH = 100;

/** How many versions each workspace keeps, and how long; 0 keeps all. */
export type StateRetention = { versions: number; ms: number };

/** Versions whose outputs an unfinished run may still read. */
const needed = sql`(select ${stateVersions.id} from ${leftVersions} where ${tasks.id} in ${usedByRuns})`;

/**
 * Deletes versions that are too many or too old, a few at a time; never the newest one of a workspace or one that an unfinished
 * run needs, and an offered one only for its age. Answers whether there may be more to delete.
 */
export async function pruneVersions(db: Db, { versions, ms }: StateRetention): Promise<boolean> {
  if (versions === 0 && ms === 0) return false;
  const tooMany = versions === 0 ? sql`false` : sql`not offered and behind >= ${versions}`;
  const tooOld = ms === 0 ? sql`false` : sql`created < now() - make_interval(secs => ${ms / 1000})`;
  const deleted = await db.execute(sql`
    delete from ${stateVersions} where id in (
      select id from (
        select id, created, offered,
          count(*) filter (where not offered) over (partition by workspace_id order by number desc) - 1 as behind
        from ${stateVersions}) ranked
      where (offered or behind > 0) and (${tooMany} or ${tooOld}) and id not in ${needed}
      order by id limit ${BATCH})
    returning id`);
  return deleted.length === BATCH;
}
