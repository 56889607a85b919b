import type { Db } from "@/db/client";
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
    const until = node.until ? nextTimeOfDay(node.until, Date.now()) : Date.now() + node.seconds * 1000;
    changeNode(run, key, { status: "waiting", until: new Date(until).toISOString(), isDue: until <= Date.now() });
    return null;
  }
  const values = await expressionValues(tx, run);
  const text = inField("text", () => inTime(values.inputs, () => fillText(node.text, values))) || node.name || key;
  const until = node.deadline_seconds > 0 ? new Date(Date.now() + node.deadline_seconds * 1000).toISOString() : null;
  changeNode(run, key, { status: "waiting", text, until });
  return null;
}

const newItem = (key: string, number: number, value: unknown): Item => ({
  ...{ key, number, value, status: "pending", tries: 0, until: null, child_id: null },
});

/** One value for each task that the node is to run. */
async function valuesOfItems(tx: Db, run: Run, { matrix }: TemplateNode): Promise<unknown[]> {
  if (!matrix) return [null];
  const { items } = matrix;
  const values = "expression" in items ? await expressionValues(tx, run) : null;
  const list = plainValue(items, values, "matrix.items");
  if (!Array.isArray(list)) throw expressionProblem("matrix.items", `${kindOf(list)} is not a list`);
  if (list.length > MAX_ITEMS)
    throw expressionProblem("matrix.items", `${list.length} items are more than ${MAX_ITEMS}`);
  return list;
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : typeof value === "object" ? "a map" : `a ${typeof value}`;
