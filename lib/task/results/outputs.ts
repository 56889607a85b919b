import { and, eq, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { readTogether } from "@/db/read-together";
import { isLeft, isWorkspace, stateVersions } from "@/db/schema/state-versions";
import { states, stateWorkspaces } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import { open } from "@/lib/secret/seal";
import { openContent } from "@/lib/state/content";
import { readState } from "@/lib/state/rules/read-state";
import type { OutputValue } from "@/lib/task/schema/workflow";

/** What the secret of a row is bound to. */
export const outputPlace = (id: number) => `task_outputs/${id}/secret` as const;

/**
 * What tasks give to what follows them: the outputs that their runners brought, and those of the state that they left. The
 * runner's count more than the state's. Only of tasks that exist, and with `projectId` of those of the project.
 */
export async function listOutputs(
  db: Db,
  taskIds: readonly number[],
  projectId?: number,
): Promise<Map<number, OutputValue[]>> {
  const { name, task_id, value, secret } = taskOutputs;
  const brought = db
    .select({ task_id, name, value, is_secret: sql<boolean>`${secret} is not null`.as("is_secret") })
    .from(taskOutputs)
    .where(isOneOf(task_id, taskIds))
    .orderBy(taskOutputs.id);
  const ofProject = projectId === undefined ? undefined : eq(tasks.project_id, projectId);
  const known = db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isOneOf(tasks.id, taskIds), ofProject));
  const read = await readTogether(db, { known, brought, left: selectLeft(db, taskIds) });
  const byTask = new Map(read.known.map(({ id }) => [id, new Map<string, OutputValue>()]));
  for (const { task_id: id, outputs } of read.left)
    for (const { sensitive, ...output } of outputs) byTask.get(id)?.set(output.name, { ...output, secret: sensitive });
  for (const { task_id: id, is_secret, ...output } of read.brought)
    byTask.get(id)?.set(output.name, is_secret ? { name: output.name, secret: true } : { ...output, secret: false });
  return new Map([...byTask].map(([id, outputs]) => [id, [...outputs.values()]]));
}

/** The plain ones by name: what expressions may know. */
export async function readOutputs(db: Db, taskIds: readonly number[]): Promise<Map<number, Record<string, unknown>>> {
  return new Map([...(await listOutputs(db, taskIds))].map(([id, outputs]) => [id, plainOutputs(outputs)]));
}

export function plainOutputs(outputs: readonly OutputValue[]): Record<string, unknown> {
  const plain = outputs.filter(({ secret, value }) => !secret && value !== undefined);
  return Object.fromEntries(plain.map(({ name, value }) => [name, value]));
}

/**
 * The text of an output, to be passed on whole to where secrets are taken; what is no text as JSON. Null: there is none of
 * that name. Throws UndecryptableError.
 */
export async function openSecretOutput(db: Db, taskId: number, name: string): Promise<string | null> {
  const [row] = await db
    .select()
    .from(taskOutputs)
    .where(and(eq(taskOutputs.task_id, taskId), eq(taskOutputs.name, name)));
  if (row) return textOf(row.secret === null ? row.value : JSON.parse(open(row.secret, outputPlace(row.id))));
  const left = await openLeft(db, taskId, name);
  return left && textOf(left.value);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Sensitive ones have no value here. */
const selectLeft = (db: Db, taskIds: readonly number[]) =>
  db
    .select({ task_id: sql<number>`${tasks.id}`.as("task_id"), outputs: stateVersions.outputs })
    .from(tasks)
    .innerJoin(stateWorkspaces, isWorkspace)
    .innerJoin(stateVersions, isLeft)
    .where(isOneOf(tasks.id, taskIds));

async function openLeft(db: Db, taskId: number, name: string) {
  const [version] = await db
    .select({ id: stateVersions.id, content: stateVersions.content, kind: states.kind })
    .from(tasks)
    .innerJoin(states, eq(states.id, tasks.state_id))
    .innerJoin(stateWorkspaces, isWorkspace)
    .innerJoin(stateVersions, isLeft)
    .where(eq(tasks.id, taskId));
  if (!version) return null;
  const { outputs } = readState(version.kind, (await openContent(version)).toString());
  return outputs.find((output) => output.name === name) ?? null;
}
