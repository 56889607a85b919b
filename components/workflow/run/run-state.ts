import type { EdgeState } from "@/components/workflow/graph/edge";
import type { CardTone } from "@/components/workflow/graph/node-card";
import type { TaskStatus } from "@/lib/protocol/status";
import type { NodeStatus } from "@/lib/protocol/workflow";
import type { TaskWithTpl } from "@/lib/queue/schema";
import type { Approval, NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import type { WorkflowEdge, WorkflowNode } from "@/lib/workflow/schema";

const EXPRESSION = `\${{`;

/** What an approval asks; nothing rather than a text with expressions in it. */
export function questionOf(node: WorkflowNode, { text }: Pick<NodeState, "text">): string {
  if (text || node.kind !== "approval") return text;
  return node.text.includes(EXPRESSION) ? "" : node.text;
}

/** What is shown of a node: of its task while that runs, which tells more. */
export type ShownStatus = TaskStatus | "pending" | "skipped";

export const STATUS_OF_NODE: Record<NodeStatus, ShownStatus> = {
  pending: "pending",
  waiting: "waiting_confirmation",
  running: "running",
  success: "success",
  failed: "error",
  skipped: "skipped",
  stopped: "stopped",
};

export function shownStatus(state: NodeState | undefined, kind: WorkflowNode["kind"]): ShownStatus {
  if (!state) return "pending";
  if (state.status === "running" && state.task) return isTrying(state) ? "waiting" : state.task.status;
  // Only a person's decision is asked for; time passes by itself.
  return state.status === "waiting" && kind === "wait" ? "waiting" : STATUS_OF_NODE[state.status];
}

/** Its task has failed, and the next one is not due yet. */
const isTrying = ({ until, task }: NodeState): boolean => until !== null && task !== null && task.end !== null;

const ENDED: ReadonlySet<NodeStatus> = new Set(["success", "failed", "skipped", "stopped"]);

export const hasEnded = ({ status }: Pick<NodeState, "status">): boolean => ENDED.has(status);

const TONES: Partial<Record<ShownStatus, CardTone>> = {
  running: "running",
  waiting_confirmation: "amber",
  error: "error",
  success: "success",
};

export const toneOf = (status: ShownStatus): CardTone | null => TONES[status] ?? null;

export const statesOf = ({ nodes }: Pick<WorkflowRun, "nodes">): ReadonlyMap<string, NodeState> =>
  new Map(nodes.map((one) => [one.key, one]));

type States = ReadonlyMap<string, Pick<NodeState, "status" | "reason">>;

/** Whether an edge was taken, as far as the states of its ends tell. */
export function edgeState(
  { from, to, on }: WorkflowEdge,
  { graph, states }: { graph: WorkflowRun["graph"]; states: States },
): EdgeState {
  const source = states.get(from);
  const target = states.get(to);
  if (!source || !hasEnded(source)) return "open";
  if (source.status === "skipped" || !holds(on, source.status, forgives(graph, from))) return "refused";
  const reason = target?.status === "skipped" ? target.reason : null;
  return reason?.code === "condition" && reason.from === from ? "refused" : "held";
}

const holds = (on: WorkflowEdge["on"], status: NodeStatus, forgiven: boolean): boolean =>
  on === "always" || (on === "success") === (status === "success" || forgiven);

const forgives = ({ nodes }: WorkflowRun["graph"], key: string): boolean =>
  nodes.some((node) => node.key === key && node.kind === "template" && node.continue_on_failure);

/** Counts of a node's items; null unless it has several. */
export function progressOf({
  items,
}: NodeState): { done: number; failed: number; running: number; total: number } | null {
  const total = items.pending + items.running + items.succeeded + items.failed;
  const { failed, running } = items;
  return total > 1 ? { done: items.succeeded + failed, failed, running, total } : null;
}

/** The tasks of one item of a node, oldest first; `children`, those that the run started, are newest first. */
export const triesOf = <Child extends Pick<TaskWithTpl, "node_key" | "node_item">>(
  children: readonly Child[],
  nodeKey: string,
  item: number,
): Child[] => children.filter((one) => one.node_key === nodeKey && one.node_item === item).toReversed();

/** The states again, with the earlier object for each node that did not change, so that only the others are drawn. */
export function withSame(before: WorkflowRun | null, now: WorkflowRun): WorkflowRun {
  if (!before) return now;
  const known = statesOf(before);
  const nodes = now.nodes.map((node) => {
    const earlier = known.get(node.key);
    return earlier && JSON.stringify(earlier) === JSON.stringify(node) ? earlier : node;
  });
  // What a run does never changes.
  return { ...now, graph: before.graph, templates: before.templates, nodes };
}

/** The nodes again: one whose task is a run that waits for the reader's decision shows that, instead of running. */
export function withInnerDecisions(run: WorkflowRun, approvals: readonly Pick<Approval, "task_id">[]): WorkflowRun {
  const asking = new Set(approvals.map(({ task_id }) => task_id));
  if (!run.nodes.some(({ task }) => task && asking.has(task.id))) return run;
  const nodes = run.nodes.map((node): NodeState => {
    if (!node.task || node.status !== "running" || !asking.has(node.task.id)) return node;
    return { ...node, task: { ...node.task, status: "waiting_confirmation" } };
  });
  return { ...run, nodes };
}

/** Nodes that have begun and not succeeded. */
export const openNodes = (nodes: readonly NodeState[]): NodeState[] =>
  nodes.filter(({ status }) => status === "running" || status === "waiting" || status === "failed");

/** Nodes that wait for a person or a time, or whose task waits, those for the reader first. */
export function waitingNodes(nodes: readonly NodeState[]): NodeState[] {
  const waits = nodes.filter(
    ({ status, task, until }) =>
      status === "waiting" ||
      (status === "running" &&
        (until !== null || task?.status === "waiting" || task?.status === "waiting_confirmation")),
  );
  return waits.toSorted((a, b) => Number(b.may_decide) - Number(a.may_decide));
}
