import { and, desc, eq, min } from "drizzle-orm";
import type { Db } from "@/db/client";
import { forIds, isOneOf } from "@/db/one-of";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { ensureStates } from "@/lib/state/ensure";
import { type Builds, readBuilds } from "@/lib/task/start/build";
import { lockTemplates } from "@/lib/task/start/lock-templates";
import type { NewTask, TemplateRow } from "@/lib/task/start/new-task";
import { type Parts, readParts } from "@/lib/task/start/snapshot";
import { newestVersions } from "@/lib/task/start/version";
import { waitingForEndOf } from "@/lib/task/workflow/deadlock";
import { readOwnBuilds } from "@/lib/task/workflow/own-build";

/** What the decisions about new tasks are based on, by id; the tasks may be of several projects. */
export type Facts = {
  templates: ReadonlyMap<number, TemplateRow>;
  parts: Parts;
  builds: Builds;
  /** The newest version of each build template. */
  versions: Map<number, string | null>;
  /** An unfinished task of each template whose tasks must not overlap, and of workflows. */
  unfinished: Map<number, number>;
  /** Those of people who may not choose a commit, but whose commit an earlier task of the template ran. */
  ranCommits: ReadonlySet<NewTask>;
  /** For tasks that would never start: the id of the task that they would wait for. */
  deadlocks: ReadonlyMap<NewTask, number>;
};

/** Reads all of it in two round trips, however many tasks there are. The templates stay locked. */
export async function readFacts(tx: Db, wanted: NewTask[]): Promise<Facts> {
  const inputs = wanted.map(({ input }) => input);
  const rows = await ensureStates(tx, await lockTemplates(tx, wanted));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ofRuns = await readOwnBuilds(tx, byId, wanted);
  const [parts, builds, versions, unfinished, ranCommits] = await Promise.all([
    readParts(tx, rows, inputs),
    readBuilds(tx, byId, wanted, ofRuns),
    newestVersions(tx, rows),
    readUnfinished(
      tx,
      wanted.filter(({ input, unlessBusy }) => unlessBusy || byId.get(input.template_id)?.app === WORKFLOW_APP),
    ),
    readRanCommits(tx, wanted),
  ]);
  const deadlocks = await readDeadlocks(tx, byId, unfinished, wanted);
  return { templates: byId, parts, builds, versions, unfinished, ranCommits, deadlocks };
}

async function readUnfinished(tx: Db, exclusive: NewTask[]): Promise<Map<number, number>> {
  const projectIds = [...new Set(exclusive.map(({ projectId }) => projectId))];
  const rows = await forIds(
    exclusive.map(({ input }) => input.template_id),
    (ids) =>
      tx
        .select({ template_id: tasks.template_id, id: min(tasks.id) })
        .from(tasks)
        .where(and(isOneOf(tasks.project_id, projectIds), isOneOf(tasks.template_id, ids), isUnfinished))
        .groupBy(tasks.template_id),
  );
  return new Map(rows.flatMap(({ template_id, id }) => (id === null ? [] : [[template_id, id]])));
}

/** As many as a list of tasks has, from which clients of Semaphore take the whole task that they post again. */
const COMMITS_LOOKED_AT = 1000;

async function readRanCommits(tx: Db, wanted: NewTask[]): Promise<Set<NewTask>> {
  const ran = new Set<NewTask>();
  for (const task of wanted) {
    const { projectId, input, trigger } = task;
    if (input.commit_hash === "" || trigger.mayManage) continue;
    const newest = tx
      .select({ commit_hash: tasks.commit_hash })
      .from(tasks)
      .where(and(eq(tasks.project_id, projectId), eq(tasks.template_id, input.template_id)))
      .orderBy(desc(tasks.id))
      .limit(COMMITS_LOOKED_AT)
      .as("newest");
    if ((await tx.$count(newest, eq(newest.commit_hash, input.commit_hash))) > 0) ran.add(task);
  }
  return ran;
}

/** Only runs of workflows inside others wait for runs around them; all of a run that start the same workflow wait alike. */
async function readDeadlocks(
  tx: Db,
  templatesById: ReadonlyMap<number, TemplateRow>,
  unfinished: ReadonlyMap<number, number>,
  wanted: NewTask[],
): Promise<Map<NewTask, number>> {
  const known = new Map<string, number | null>();
  const found = new Map<NewTask, number>();
  for (const task of wanted) {
    const template = templatesById.get(task.input.template_id);
    const waits = template?.app === WORKFLOW_APP && !template.allow_parallel_tasks && unfinished.has(template.id);
    if (!waits || !task.parent) continue;
    const { taskId } = task.parent;
    const id = `${taskId} ${template.id}`;
    const holder = known.has(id) ? known.get(id) : await waitingForEndOf(tx, taskId, template.id);
    known.set(id, holder ?? null);
    if (holder) found.set(task, holder);
  }
  return found;
}
