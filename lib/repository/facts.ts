import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { repositories } from "@/db/schema/repositories";
import { scheduleFires, schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { factsFor } from "@/lib/project/uses";
import type { RepositoryFacts } from "@/lib/repository/schema";

/** How many of a template's newest tasks are looked at: some end before their commit is known. */
const NEWEST_TASKS = 5;

/** Each with the newest commit that a task ran, and the newest of its commit checks. */
export function repositoryFacts(db: Db, projectId: number): Promise<RepositoryFacts[]> {
  const { uses, changed, columns } = factsFor(db, "repository", projectId, repositories.id);
  const commit = commitOf(db);
  const check = checkOf(db);
  return db
    .select({
      ...columns,
      commit_hash: commit.hash,
      commit_message: commit.message,
      commit_task_id: commit.task_id,
      checked_at: check.at,
      check_failed: check.failed,
    })
    .from(repositories)
    .leftJoin(uses, eq(uses.used_id, repositories.id))
    .leftJoinLateral(changed, sql`true`)
    .leftJoinLateral(commit, sql`true`)
    .leftJoinLateral(check, sql`true`)
    .where(eq(repositories.project_id, projectId))
    .orderBy(repositories.id);
}

/** The newest of the newest checks of its schedules: each of them is the first row of an index. */
function checkOf(db: Db) {
  const newest = db
    .select({ fired_at: scheduleFires.fired_at, outcome: scheduleFires.outcome })
    .from(scheduleFires)
    .where(eq(scheduleFires.schedule_id, schedules.id))
    .orderBy(desc(scheduleFires.due_at))
    .limit(1)
    .as("newest_fire");
  return db
    .select({ at: newest.fired_at, failed: sql<boolean>`${newest.outcome} = 'failed'`.as("failed") })
    .from(schedules)
    .crossJoinLateral(newest)
    .where(eq(schedules.repository_id, repositories.id))
    .orderBy(desc(newest.fired_at))
    .limit(1)
    .as("newest_check");
}

function commitOf(db: Db) {
  const newest = db
    .select({
      id: tasks.id,
      hash: tasks.commit_hash,
      message: tasks.commit_message,
      ran: sql<string>`${tasks.snapshot} -> 'repository' ->> 'id'`.as("ran"),
    })
    .from(tasks)
    .where(eq(tasks.template_id, templates.id))
    .orderBy(desc(tasks.id))
    .limit(NEWEST_TASKS)
    .as("newest");
  return db
    .select({ task_id: sql<number>`${newest.id}`.as("task_id"), hash: newest.hash, message: newest.message })
    .from(templates)
    .crossJoinLateral(newest)
    .where(
      and(
        eq(templates.repository_id, repositories.id),
        isNotNull(newest.hash),
        sql`${newest.ran} = ${repositories.id}::text`,
      ),
    )
    .orderBy(desc(newest.id))
    .limit(1)
    .as("newest_commit");
}
