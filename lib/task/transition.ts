import { and, eq, inArray, type Placeholder, type SQL } from "drizzle-orm";
import type { Db } from "@/db/client";
import type { RepositorySnapshot, TaskSnapshot } from "@/db/schema/task-snapshot";
import { tasks } from "@/db/schema/tasks";
import { isFinal, TRANSITIONS, type Transition } from "@/lib/protocol/status";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";

export type TaskRow = typeof tasks.$inferSelect;
export type TaskRef = { taskId: number; attempt?: number };
/** For a statement that is prepared. */
type AnyTaskRef = { taskId: Placeholder; attempt?: Placeholder };
type TaskChanges = { [Key in keyof TaskRow]?: TaskRow[Key] | SQL };

const TAKES_SLOT: ReadonlySet<Transition> = new Set(["claim"]);
const GIVES_SLOT: ReadonlySet<Transition> = new Set(["release", "askConfirmation"]);

/**
 * The only way to change a task's status: one guarded UPDATE. Null if the task is not in a status the transition may
 * start from (or not at the given attempt): another transaction was first, or the task is finished.
 */
export async function transition(
  db: Db,
  name: Transition,
  ref: TaskRef,
  changes: TaskChanges = {},
): Promise<TaskRow | null> {
  const [row] = await transitionAll(db, name, isTask(ref), changes);
  return row ?? null;
}

/** Changes the status of all tasks of `which` that are in a status the transition may start from; others are skipped. */
export const transitionAll = (
  db: Db,
  name: Transition,
  which: SQL | undefined,
  changes?: TaskChanges,
): Promise<TaskRow[]> => transitionStatement(db, name, which, changes);

/** The UPDATE of a transition, to be a part of a larger statement or prepared. */
export function transitionStatement(db: Db, name: Transition, which: SQL | undefined, changes: TaskChanges = {}) {
  const { from, to } = TRANSITIONS[name];
  const holds_slot = TAKES_SLOT.has(name) ? true : GIVES_SLOT.has(name) || isFinal(to) ? false : undefined;
  return db
    .update(tasks)
    .set({ ...changes, status: to, ...(holds_slot === undefined ? {} : { holds_slot }) })
    .where(and(which, inArray(tasks.status, [...from])))
    .returning();
}

/** Whether it is the run of a workflow, whose work its children do. */
export const isRun = ({ snapshot }: Pick<TaskRow, "snapshot">): boolean => snapshot.template.app === WORKFLOW_APP;

/** The code that a task runs; a workflow has none, and no runner ever asks for it. */
export function codeOf({ repository }: TaskSnapshot): RepositorySnapshot {
  if (repository === null) throw new Error("a workflow has no repository");
  return repository;
}

/** The ids of a path: a task of another project is none. */
export const isTaskOf = (projectId: number | Placeholder, taskId: number | Placeholder): SQL | undefined =>
  and(eq(tasks.project_id, projectId), eq(tasks.id, taskId));

export const isTask = ({ taskId, attempt }: TaskRef | AnyTaskRef): SQL | undefined =>
  and(eq(tasks.id, taskId), attempt === undefined ? undefined : eq(tasks.attempt, attempt));
