import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { inventories } from "@/db/schema/inventories";
import { taskAttempts, tasks } from "@/db/schema/tasks";
import { originOf } from "@/lib/backup/history/mark";
import { TASKS } from "@/lib/backup/import/origins";
import type { SourceTask } from "@/lib/backup/schema/history";
import { found } from "@/lib/operation/errors";
import type { LogChunk } from "@/lib/protocol/log";
import { isAttempt } from "@/lib/task/attempt/open-attempts";
import { appendLog, dropLog } from "@/lib/task/log/append-log";
import { NewTaskInput } from "@/lib/task/schema";
import { countTasks } from "@/lib/task/start/enqueue";
import type { TemplateRow } from "@/lib/task/start/new-task";
import { readParts, takeSnapshot } from "@/lib/task/start/snapshot";
import { findUser } from "@/lib/user/store";

/** Where a task of the source belongs here. */
type Destination = { source: string; template: TemplateRow };

/** The attempt that an imported task has, so that its log is found like any other. */
const ATTEMPT = 1;

/** Adds a task that is over, and returns its id. */
export async function insertEnded(db: Db, to: Destination, task: SourceTask): Promise<number> {
  const { source, template } = to;
  const projectId = template.project_id;
  const user = task.username === null ? null : await findUser(db, task.username);
  const build = await buildOf(db, await originOf(db, projectId, source, TASKS, task.build_task_id));
  const inventoryId = await inventoryOf(db, await originOf(db, projectId, source, "inventories", task.inventory_id));
  const values = {
    ...columnsOf(task, template),
    user_id: user?.id ?? null,
    build_task_id: build?.id ?? null,
    incoming_version: build?.version ?? null,
    inventory_id: inventoryId,
    snapshot: await snapshotOf(db, template, task, inventoryId),
  };
  const [row] = await db.insert(tasks).values(values).returning({ id: tasks.id, template_id: tasks.template_id });
  const { id, template_id } = found(row);
  await countTasks(db, [{ id, template_id }]);
  await db.insert(taskAttempts).values({ task_id: id, attempt: ATTEMPT, instance_id: "import", ...timesOf(values) });
  return id;
}

function columnsOf(task: SourceTask, template: TemplateRow) {
  const { id: _, username: _username, build_task_id: _build, inventory_id: _inventory, environment, ...same } = task;
  const answers = withoutSecrets(environment, template);
  return {
    ...same,
    project_id: template.project_id,
    template_id: template.id,
    attempt: ATTEMPT,
    // Without an end, it would never be too old to keep.
    end: task.end ?? task.start ?? task.created,
    environment: Object.keys(answers).length > 0 ? JSON.stringify(answers) : "",
    arguments: task.arguments.length > 0 ? JSON.stringify(task.arguments) : null,
  };
}

/** Older releases of Semaphore kept the answers to secret questions with the others. */
function withoutSecrets(answers: SourceTask["environment"], { survey_vars }: TemplateRow) {
  const secret = new Set(survey_vars.filter(({ type }) => type === "secret").map(({ name }) => name));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secret.has(name)));
}

/** As the template is now: what the task ran is not known in more detail. */
async function snapshotOf(db: Db, template: TemplateRow, task: SourceTask, inventory_id: number | null) {
  const { playbook, git_branch } = task;
  const input = NewTaskInput.parse({ template_id: template.id, playbook, git_branch, inventory_id });
  return takeSnapshot(await readParts(db, [template], [input]), template, input);
}

/** Null if it was deleted here. */
async function inventoryOf(db: Db, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const [inventory] = await db.select({ id: inventories.id }).from(inventories).where(eq(inventories.id, id));
  return inventory?.id ?? null;
}

/** Null if its history was left out. */
async function buildOf(db: Db, id: number | null) {
  if (id === null) return null;
  const [build] = await db.select({ id: tasks.id, version: tasks.version }).from(tasks).where(eq(tasks.id, id));
  return build ?? null;
}

const timesOf = ({ created, start, end }: { created: string; start: string | null; end: string }) => ({
  claimed_at: start ?? created,
  begun_at: start ?? created,
  heartbeat_at: end,
  ended_at: end,
});

/** Chunks that are there already are ignored; line 0 begins the log again. */
export async function storeLog(db: Db, taskId: number, chunks: readonly LogChunk[]): Promise<void> {
  const [first] = chunks;
  const ref = { task_id: taskId, attempt: ATTEMPT };
  const [attempt] = await db.select().from(taskAttempts).where(isAttempt(ref)).for("update");
  // It was deleted here meanwhile.
  if (!first || !attempt) return;
  const { heartbeat_at } = attempt;
  let current = attempt;
  if (first.first_line === 0 && attempt.log_lines > 0) {
    await dropLog(db, attempt);
    current = { ...attempt, log_lines: 0, log_crc: 0 };
  }
  for (const chunk of chunks) current = await appendLog(db, current, chunk);
  await db.update(taskAttempts).set({ heartbeat_at }).where(isAttempt(ref));
}
