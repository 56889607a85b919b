import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { commitChecks } from "@/db/schema/commit-checks";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";

/** The branch a commit check watches, which is the one its task would run. */
export const checkedBranch = sql<string>`coalesce(
  nullif(${schedules.task_params}->>'git_branch', ''),
  case when ${templates.repository_id} = ${schedules.repository_id} then nullif(${templates.git_branch}, '') end,
  ${repositories.git_branch})`;

/** A commit check that is due, by the database's clock. */
export const isDueCheck = sql`(${schedules.active} and ${schedules.repository_id} is not null
  and ${schedules.next_run_at} <= now())`;

/** Due checks may still be held by a runner, or watch the same branch; `wantedChecks` knows. */
export const isAnyCheckDue = sql<boolean>`exists (select 1 from ${schedules} where ${isDueCheck})`;

/** If its runner does not begin in time, a claimed check is offered again. */
const BEGIN_WITHIN_SECONDS = 30;

/** The given number of seconds from now, by the database's clock. */
export const leaseOf = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

const isOver = lt(commitChecks.leased_until, sql`now()`);

export type WantedCheck = { project_id: number; repository_id: number; branch: string; runner_tag: string };
type Claimer = { runnerId: number; instanceId: string };

/** Offers up to `most` checks, by id; one per branch, however many schedules watch it. */
export async function claimChecks(
  db: Db,
  { runnerId, instanceId }: Claimer,
  checks: WantedCheck[],
  most: number,
): Promise<number[]> {
  const claimed: number[] = [];
  for (const { runner_tag: _, ...wanted } of checks) {
    if (claimed.length === most) break;
    const id = await claim(db, { ...wanted, runner_id: runnerId, instance_id: instanceId });
    if (id !== null) claimed.push(id);
  }
  return claimed;
}

/**
 * Due commit checks that no runner holds, longest due first. If a template asks for a runner tag, other runners may
 * not be able to reach its repository.
 */
export function wantedChecks(db: Db): Promise<WantedCheck[]> {
  const branch = checkedBranch.as("branch");
  return db
    .select({
      project_id: repositories.project_id,
      repository_id: repositories.id,
      branch,
      runner_tag: templates.runner_tag,
    })
    .from(schedules)
    .innerJoin(templates, eq(templates.id, schedules.template_id))
    .innerJoin(repositories, eq(repositories.id, schedules.repository_id))
    .where(
      and(
        isDueCheck,
        sql`not exists (select 1 from ${commitChecks} where ${commitChecks.repository_id} = ${repositories.id}
          and ${commitChecks.branch} = ${checkedBranch} and not (${isOver}))`,
      ),
    )
    .groupBy(repositories.project_id, repositories.id, sql`branch`, templates.runner_tag)
    .orderBy(sql`min(${schedules.next_run_at})`);
}

/** Null if another claim was faster. */
async function claim(db: Db, values: Omit<typeof commitChecks.$inferInsert, "leased_until">): Promise<number | null> {
  const sameBranch = and(eq(commitChecks.repository_id, values.repository_id), eq(commitChecks.branch, values.branch));
  await db.delete(commitChecks).where(and(sameBranch, isOver));
  const [row] = await db
    .insert(commitChecks)
    .values({ ...values, leased_until: leaseOf(BEGIN_WITHIN_SECONDS) })
    .onConflictDoNothing()
    .returning({ id: commitChecks.id });
  return row?.id ?? null;
}

/** Releases the checks that an earlier process of the runner held. */
export async function releaseChecks(tx: Db, runnerId: number, instanceId: string): Promise<void> {
  await tx
    .delete(commitChecks)
    .where(and(eq(commitChecks.runner_id, runnerId), ne(commitChecks.instance_id, instanceId)));
}
