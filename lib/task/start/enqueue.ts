import { getTableColumns, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { preparedSql } from "@/db/prepared";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { sendLast } from "@/db/session";
import { found } from "@/lib/operation/errors";
import { recordEvents } from "@/lib/operation/record-event";
import { seal } from "@/lib/secret/seal";
import { type Decided, decide } from "@/lib/task/start/decide";
import { type Facts, readFacts } from "@/lib/task/start/facts";
import type { NewTask } from "@/lib/task/start/new-task";
import type { TaskRow } from "@/lib/task/transition";
import { insertRuns } from "@/lib/task/workflow/new-runs";

/** The result for one input: the queued task, the unfinished task it would overlap, or why it cannot start. */
export type Started<Of = NewTask> = { of: Of } & ({ task: TaskRow } | { busyWith: number } | { error: unknown });

/**
 * Validates the inputs, assigns versions, freezes what will run and queues the tasks, in order and in one batch. A
 * task that cannot start does not block the others, unless the database rejects it. Runs of workflows among them have
 * yet to be advanced.
 */
export async function enqueueTasks<Of extends NewTask>(tx: Db, wanted: Of[]): Promise<Started<Of>[]> {
  const decisions = decideAll(await readFacts(tx, wanted), wanted);
  const accepted = decisions.flatMap((decision) => ("decided" in decision ? decision.decided : []));
  const rows = await insertTasks(tx, accepted);
  const queued = rows.map(({ task }) => task);
  const runs = rows.flatMap(({ task, decided: { run } }) => (run ? [{ ...run, taskId: task.id }] : []));
  if (runs.length > 0) await insertRuns(tx, runs);
  for (const statement of [sealAnswers(tx, rows), countTasks(tx, queued), recordQueued(tx, rows)])
    sendLast(tx, statement);
  const tasksOf = new Map(rows.map(({ task, decided }) => [decided, task]));
  return decisions.map((decision) => startedOf(decision, tasksOf));
}

/** One task, like `enqueueTasks`. Throws if it cannot start. */
export async function enqueueTask(tx: Db, wanted: NewTask): Promise<TaskRow> {
  const [started] = await enqueueTasks(tx, [wanted]);
  return taskOf(started);
}

/** Throws if it did not start. */
export function taskOf(started: Started | undefined): TaskRow {
  if (started && "task" in started) return started.task;
  throw started && "error" in started ? started.error : new Error("the template is busy");
}

type Decision<Of> = { of: Of } & ({ decided: Decided } | { behind: number | Decided } | { error: unknown });

/** In order: each task takes its version from the one before, and makes its template busy. */
function decideAll<Of extends NewTask>(facts: Facts, wanted: Of[]): Decision<Of>[] {
  const busy = new Map<number, number | Decided>(facts.unfinished);
  return wanted.map((of) => {
    const { template_id } = of.input;
    const behind = of.unlessBusy ? busy.get(template_id) : undefined;
    if (behind !== undefined) return { of, behind };
    try {
      const decided = decide(facts, of, busy.has(template_id));
      busy.set(template_id, decided);
      return { of, decided };
    } catch (error) {
      return { of, error };
    }
  });
}

function startedOf<Of>(decision: Decision<Of>, tasksOf: ReadonlyMap<Decided, TaskRow>): Started<Of> {
  if ("error" in decision) return decision;
  const { of } = decision;
  if ("decided" in decision) return { of, task: found(tasksOf.get(decision.decided)) };
  const { behind } = decision;
  return { of, busyWith: typeof behind === "number" ? behind : found(tasksOf.get(behind)).id };
}

type Queued = { task: TaskRow; decided: Decided };

/** Each snapshot may hold an inventory of a megabyte. */
const ROWS_AT_ONCE = 20;

async function insertTasks(tx: Db, accepted: Decided[]): Promise<Queued[]> {
  const { snapshot: _, ...columns } = getTableColumns(tasks);
  const queued: Queued[] = [];
  for (let at = 0; at < accepted.length; at += ROWS_AT_ONCE) {
    const some = accepted.slice(at, at + ROWS_AT_ONCE);
    const rows = await tx
      .insert(tasks)
      .values(some.map(({ values }) => (values.status === "running" ? { ...values, start: sql`now()` } : values)))
      .returning(columns);
    // Postgres returns rows in the order of the values.
    for (const [index, row] of rows.entries()) {
      const decided = some[index];
      if (decided) queued.push({ decided, task: { ...row, snapshot: decided.values.snapshot } });
    }
  }
  return queued;
}

async function sealAnswers(tx: Db, queued: Queued[]): Promise<void> {
  const answered = queued.filter(({ decided }) => Object.keys(decided.secret).length > 0);
  if (answered.length === 0) return;
  const sealed = answered.map(({ task: { id }, decided }) => ({
    id,
    secret: seal(JSON.stringify(decided.secret), `tasks/${id}/secret`),
  }));
  await tx.execute(sql`
    update ${tasks} set secret = sealed.secret
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as sealed(id int, secret text)
    where ${tasks.id} = sealed.id`);
}

/** Adds new tasks to the counts of their templates. */
export async function countTasks(tx: Db, added: Pick<TaskRow, "id" | "template_id">[]): Promise<void> {
  if (added.length === 0) return;
  const ids = JSON.stringify(added.map(({ id, template_id }) => ({ id, template_id })));
  await addToCounts(tx).execute({ ids });
}

const addToCounts = preparedSql(
  () => sql`
    update ${templates} set tasks = tasks + new.count, last_task_id = new.last
    from (
      select template_id, count(*)::int as count, max(id) as last
      from jsonb_to_recordset(${sql.placeholder("ids")}::jsonb) as task(id int, template_id int)
      group by template_id) as new
    where ${templates.id} = new.template_id`,
);

const recordQueued = (tx: Db, queued: Queued[]): Promise<void> =>
  recordEvents(
    tx,
    queued.map(({ task, decided }) => ({
      event: {
        object_type: "task",
        object_id: task.id,
        object_name: task.snapshot.template.name,
        subject: `Task ID ${task.id}`,
        action: "queued",
        integration_id: task.integration_id,
      },
      scope: { project: { id: task.project_id }, userId: task.user_id, ip: decided.ip },
    })),
  );
