import type { Db } from "@/db/client";
import { databaseClock } from "@/db/clock";
import { nextTimeOfDay } from "@/lib/protocol/time-zone";
import { inTime } from "@/lib/task/workflow/in-time";
import { type Item, keptItems } from "@/lib/task/workflow/items";
import { expressionProblem, inField, plainValue, reasonOf } from "@/lib/task/workflow/node-problem";
import { changeNode, type Run } from "@/lib/task/workflow/run";
import type { Fresh } from "@/lib/task/workflow/start-items";
import { explained, expressionValues } from "@/lib/task/workflow/values";
import { fillText } from "@/lib/workflow/rules/expression";
import { MAX_ITEMS, type TemplateNode, type WorkflowNode } from "@/lib/workflow/schema";

/** Begins nodes; returns the items of those that run templates, which have yet to start. */
export async function beginNodes(tx: Db, run: Run, nodes: readonly WorkflowNode[]): Promise<Fresh> {
  const fresh = new Map<string, Item[]>();
  for (const node of nodes) {
    try {
      const items = await begin(tx, run, node);
      if (items) fresh.set(node.key, items);
    } catch (error) {
      changeNode(run, node.key, { status: "failed", reason: explained(run, reasonOf(error)) });
    }
  }
  return fresh;
}

async function begin(tx: Db, run: Run, node: WorkflowNode): Promise<Item[] | null> {
  const { key } = node;
  if (node.kind === "template") {
    const values = await valuesOfItems(tx, run, node);
    const kept = await keptItems(tx, run, key, values);
    const items = values.flatMap((value, number) => (kept.has(number) ? [] : newItem(key, number, value)));
    changeNode(run, key, { status: "running", pending: items.length, succeeded: kept.size });
    return items;
  }
  if (node.kind === "wait") {
    const now = await nowOf(tx, run);
    const until = node.until ? nextTimeOfDay(node.until, now) : now + node.seconds * 1000;
    changeNode(run, key, { status: "waiting", until: new Date(until).toISOString(), isDue: until <= now });
    return null;
  }
  const values = await expressionValues(tx, run);
  const text = inField("text", () => inTime(run.time.nodes, () => fillText(node.text, values))) || node.name || key;
  const deadline = node.deadline_seconds > 0 ? (await nowOf(tx, run)) + node.deadline_seconds * 1000 : null;
  const until = deadline === null ? null : new Date(deadline).toISOString();
  changeNode(run, key, { status: "waiting", text, until });
  return null;
}

/** The database also decides when it is over. */
async function nowOf(tx: Db, run: Run): Promise<number> {
  run.now ??= await databaseClock(tx);
  return run.now;
}

const newItem = (key: string, number: number, value: unknown): Item => ({
  key,
  number,
  value,
  status: "pending",
  tries: 0,
  until: null,
  child_id: null,
});

/** One value for each task that the node is to run. */
async function valuesOfItems(tx: Db, run: Run, { matrix }: TemplateNode): Promise<unknown[]> {
  if (!matrix) return [null];
  const { items } = matrix;
  const sources = "expression" in items ? { values: await expressionValues(tx, run), time: run.time.nodes } : null;
  const list = plainValue(items, sources, "matrix.items");
  if (!Array.isArray(list)) throw expressionProblem("matrix.items", `${kindOf(list)} is not a list`);
  if (list.length > MAX_ITEMS)
    throw expressionProblem("matrix.items", `${list.length} items are more than ${MAX_ITEMS}`);
  return list;
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : typeof value === "object" ? "a map" : `a ${typeof value}`;
