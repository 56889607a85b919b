import { type NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import { CommandProblem } from "../problem";
import { type Api, ApiProblem } from "./api";
import type { TaskRef } from "./find";

/** The node of a workflow's run, by its key. */
export async function findNode(api: Api, ref: TaskRef, key: string): Promise<NodeState> {
  const nodes = await listNodes(api, ref);
  const node = nodes.find((one) => one.key === key);
  if (node) return node;
  throw new CommandProblem(`Task #${ref.taskId} has no node "${key}". Its nodes: ${keysOf(nodes)}`);
}

/** Fails unless the node waits for the caller's decision, and names those that do. */
export async function requireDecision(api: Api, ref: TaskRef, key: string): Promise<void> {
  const nodes = await listNodes(api, ref);
  const node = nodes.find((one) => one.key === key);
  if (node?.may_decide) return;
  const problem = node ? problemOf(node) : `Task #${ref.taskId} has no node "${key}"`;
  const open = nodes.filter(({ may_decide }) => may_decide);
  const hint = open.length > 0 ? `You can decide: ${keysOf(open)}` : "Nothing of this task waits for your decision";
  throw new CommandProblem(`${problem}. ${hint}`);
}

function problemOf({ key, status, text }: NodeState): string {
  if (status === "waiting" && text !== "") return `${key} waits for somebody else's decision`;
  return `${key} doesn't wait for a decision: it is ${status}`;
}

async function listNodes(api: Api, ref: TaskRef): Promise<NodeState[]> {
  try {
    return (await api.read("GET /project/:projectId/tasks/:taskId/nodes", { params: ref }, WorkflowRun)).nodes;
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error;
    throw new CommandProblem(`Task #${ref.taskId} is not the run of a workflow`);
  }
}

const keysOf = (nodes: readonly NodeState[]): string => nodes.map(({ key }) => key).join(", ") || "none";
