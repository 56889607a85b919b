import type { Db } from "@/db/client";
import { toAppError } from "@/lib/operation/errors";
import { enqueueTasks, type Started } from "@/lib/task/start/enqueue";
import type { NewTask } from "@/lib/task/start/new-task";
import type { TaskRow } from "@/lib/task/transition";
import { isTimeUp } from "@/lib/task/workflow/in-time";
import {
  dueItems,
  type Item,
  isStopped,
  leaveToSlot,
  leaveToTick,
  moveItem,
  saveItems,
} from "@/lib/task/workflow/items";
import { reasonOf } from "@/lib/task/workflow/node-problem";
import { changeNode, type NodeState, type Run, stateOf } from "@/lib/task/workflow/run";
import { inputOf, usesExpressions } from "@/lib/task/workflow/task-input";
import { explained, expressionValues } from "@/lib/task/workflow/values";
import type { TemplateNode } from "@/lib/workflow/schema";

/** Tasks that one transaction starts: their project and template are locked meanwhile. */
export const MOST_AT_ONCE = 200;

/** Items of nodes that have just begun; the others are in the table. */
export type Fresh = Map<string, Item[]>;

/** Starts what the limits of the nodes, and `room`, allow. Returns the tasks, and how many could not start. */
export async function startItems(tx: Db, run: Run, fresh: Fresh, room: number) {
  const chosen: Item[] = [];
  const cut: string[] = [];
  for (const state of run.nodes.values()) {
    const wanted = roomOf(run, state);
    if (wanted === 0) continue;
    const most = Math.min(wanted, room - chosen.length);
    const items = fresh.get(state.key)?.slice(0, most) ?? (most > 0 ? await dueItems(tx, run, state.key, most) : []);
    chosen.push(...items);
    if (most < wanted) cut.push(state.key);
  }
  const started = await startTasks(tx, run, chosen);
  const left = [...fresh.values()].flat().filter((item) => !chosen.includes(item));
  await saveItems(tx, run, [...started.items, ...started.untried, ...left]);
  await leaveToTick(tx, run, [...new Set([...cut, ...started.untried.map(({ key }) => key)])]);
  await leaveToSlot(
    tx,
    run,
    [...run.nodes.values()].filter((state) => isFull(run, state)).map(({ key }) => key),
  );
  return { tasks: started.tasks, refused: chosen.length - started.untried.length - started.tasks.length };
}

/** How many of its items may start now. */
function roomOf(run: Run, { node, status, pending, running }: NodeState): number {
  if (node.kind !== "template" || status !== "running" || isStopped(run, node)) return 0;
  return Math.min(pending, node.matrix?.parallel ? node.matrix.parallel - running : pending);
}

/** Whether items that may be tried again have no slot now. */
const isFull = (run: Run, state: NodeState): boolean =>
  state.node.kind === "template" && state.node.retry !== null && state.pending > 0 && roomOf(run, state) === 0;

type Wanted = NewTask & { item: Item };

/** `untried`: the items for whose expressions no time is left. At least the first one has all the time that it may take. */
type StartedItems = { tasks: TaskRow[]; items: Item[]; untried: Item[] };

async function startTasks(tx: Db, run: Run, chosen: Item[]): Promise<StartedItems> {
  const wanted: Wanted[] = [];
  const items: Item[] = [];
  const tasks: TaskRow[] = [];
  const untried: Item[] = [];
  const refuse = (item: Item, error: unknown) => {
    items.push({ ...item, status: "failed", until: null });
    moveItem(run, item.key, "pending", "failed");
    const { reason } = stateOf(run, item.key);
    changeNode(run, item.key, { reason: reason ?? explained(run, reasonOf(error)) });
  };
  for (const item of chosen) {
    if (isTimeUp(run.time.items) && usesExpressions(templateNode(run, item.key))) {
      untried.push(item);
      continue;
    }
    try {
      wanted.push({ ...(await newTask(tx, run, item)), item });
    } catch (error) {
      refuse(item, error);
    }
  }
  for (const result of await create(tx, wanted)) {
    const { item } = result.of;
    if (!("task" in result)) {
      refuse(item, "error" in result ? result.error : null);
      continue;
    }
    const { id: child_id } = result.task;
    tasks.push(result.task);
    items.push({ ...item, status: "running", tries: item.tries + 1, until: null, child_id });
    moveItem(run, item.key, "pending", "running");
    if (templateNode(run, item.key).matrix === null) changeNode(run, item.key, { child_id });
  }
  return { tasks, items, untried };
}

function templateNode(run: Run, key: string): TemplateNode {
  const { node } = stateOf(run, key);
  if (node.kind !== "template") throw new Error(`node ${key} runs no template`);
  return node;
}

async function newTask(tx: Db, run: Run, item: Item): Promise<NewTask> {
  const { id, project_id, user_id, responsible_id, schedule_id, integration_id } = run.task;
  const node = templateNode(run, item.key);
  return {
    projectId: project_id,
    input: await inputInTime(tx, run, { node, item }),
    trigger: {
      ...(user_id !== null && { userId: user_id }),
      responsibleId: responsible_id,
      ...(schedule_id !== null && { scheduleId: schedule_id }),
      ...(integration_id !== null && { integrationId: integration_id }),
      mayManage: true,
    },
    parent: { taskId: id, key: item.key, item: item.number, depth: run.depth + 1 },
  };
}

/** What one item takes is also taken from the others; but not the other way round, so that it fails by itself alone. */
async function inputInTime(tx: Db, run: Run, { node, item }: { node: TemplateNode; item: Item }) {
  if (!usesExpressions(node)) return inputOf(tx, run, { node, item, sources: null });
  const time = { spent: 0 };
  try {
    return await inputOf(tx, run, { node, item, sources: { values: await expressionValues(tx, run), time } });
  } finally {
    run.time.items.spent += time.spent;
  }
}

/** What the database itself rejects must not undo the end of the task before; which one it was shows when each is tried alone. */
async function create(tx: Db, wanted: Wanted[]): Promise<Started<Wanted>[]> {
  if (wanted.length === 0) return [];
  try {
    return await tx.transaction((savepoint) => enqueueTasks(savepoint, wanted));
  } catch (error) {
    if (toAppError(error).code === "unavailable") throw error;
    const [only, ...others] = wanted;
    if (only && others.length === 0) return [{ of: only, error }];
    const results: Started<Wanted>[] = [];
    for (const one of wanted) results.push(...(await create(tx, [one])));
    return results;
  }
}
