import { and, asc, eq, gte, isNotNull, lte } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { taskComparisons } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import type { CommitHistory, CommitInfo } from "@/lib/protocol/commits";
import type { Run } from "@/lib/task/compare/run";
import type { ComparedCommits } from "@/lib/task/schema/compare";

const NONE = { added: [], removed: [], more: false };
const UNKNOWN: ComparedCommits = { ...NONE, state: "unknown" };

/** Each task has the commits since the success before it, so that those of all tasks between two runs lead from one to the other. */
const MAX_TASKS = 200;

/** Stores what the runner of a task reports. */
export async function keepCommits(tx: Db, taskId: number, commits: CommitHistory): Promise<void> {
  await tx
    .insert(taskComparisons)
    .values({ task_id: taskId, commits })
    .onConflictDoUpdate({ target: taskComparisons.task_id, set: { commits } });
}

export async function compareCommits(db: Db, before: Run, after: Run): Promise<ComparedCommits> {
  const isSameRepository = before.snapshot.repository?.git_url === after.snapshot.repository?.git_url;
  if (!isSameRepository || !before.commit_hash || !after.commit_hash) return UNKNOWN;
  if (before.commit_hash === after.commit_hash) return { ...NONE, state: "same" };
  const between = await readHistories(db, before, after);
  return between.length > MAX_TASKS ? UNKNOWN : commitsBetween(between, before.commit_hash, after.commit_hash);
}

async function readHistories(db: Db, before: Run, after: Run): Promise<CommitHistory[]> {
  const ids = [before.id, after.id].sort((a, b) => a - b);
  const rows = await db
    .select({ commits: taskComparisons.commits })
    .from(tasks)
    .innerJoin(taskComparisons, eq(taskComparisons.task_id, tasks.id))
    .where(
      and(
        isOneOf(tasks.template_id, [before.template_id, after.template_id]),
        gte(tasks.id, ids[0] ?? 0),
        lte(tasks.id, ids[1] ?? 0),
        isNotNull(taskComparisons.commits),
      ),
    )
    .orderBy(asc(tasks.id))
    .limit(MAX_TASKS + 1);
  return rows.flatMap(({ commits }) => (commits ? [commits] : []));
}

/** By the parents of each commit: those that lead to one run's commit and not to the other's. */
export function commitsBetween(histories: readonly CommitHistory[], before: string, after: string): ComparedCommits {
  const known = new Map(histories.flatMap(({ commits }) => commits.map((commit) => [commit.hash, commit])));
  if (!known.has(before) && !known.has(after)) return UNKNOWN;
  const inBefore = ancestors(known, before);
  const inAfter = ancestors(known, after);
  const only = (of: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...of].flatMap((hash) => (other.has(hash) ? [] : (known.get(hash) ?? [])));
  const [added, removed] = [only(inAfter, inBefore), only(inBefore, inAfter)];
  return { state: "listed", added, removed, more: histories.some(({ more }) => more) };
}

/** With itself, as far as they are known, the nearest first. */
function ancestors(known: ReadonlyMap<string, CommitInfo>, hash: string): Set<string> {
  const found = new Set([hash]);
  for (const next of found) for (const parent of known.get(next)?.parents ?? []) found.add(parent);
  return found;
}
