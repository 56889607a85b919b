import type { NodeStatus } from "@/lib/protocol/workflow";
import type { Mark } from "@/lib/workflow/rules/mark";
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** How everything in a run ends that is not for the engine to decide. */
export type Fortune = {
  /** Of a task: of a node, an item and a try, all from 0. */
  succeeds: (key: string, item: number, tries: number) => boolean;
  approves: (key: string) => boolean;
  /** How a manager ends a node that waits, instead of time or an approver. */
  marks: (key: string) => Mark | null;
  /** Whether a manager marks it as done after it has failed; only of nodes whose failure leads nowhere. */
  fixes: (key: string) => boolean;
  holds: (edge: WorkflowEdge) => boolean;
};

export type Expected = {
  result: "success" | "error";
  nodes: Record<string, NodeStatus>;
  /** How many tasks each item starts, by `key.item`; null where that depends on what is faster. */
  tries: Record<string, number | null>;
};

/** What must become of a run, whatever happens in which order; as docs/workflows.md says it, with no state and no database. */
export function expected({ nodes, edges }: WorkflowGraph, fortune: Fortune): Expected {
  const ends: Record<string, NodeStatus> = {};
  const tries: Record<string, number | null> = {};

  const isFinal = (node: WorkflowNode) => node.kind === "template" && node.final;
  const isTolerated = (node: WorkflowNode) => node.kind === "template" && node.continue_on_failure;

  function holds(edge: WorkflowEdge): boolean {
    const source = nodes.find(({ key }) => key === edge.from);
    const was = source && endOf(source);
    if (!source || was === "skipped") return false;
    const isGood = was === "success" || isTolerated(source);
    const fits = edge.on === "always" || isGood === (edge.on === "success");
    return fits && (edge.condition === "" || fortune.holds(edge));
  }

  function starts(node: WorkflowNode): boolean {
    const incoming = edges.filter(({ to }) => to === node.key);
    if (isFinal(node) || incoming.length === 0) return true;
    return node.join === "any" ? incoming.some(holds) : incoming.every(holds);
  }

  function itemSucceeds(node: WorkflowNode & { kind: "template" }, item: number): boolean {
    const most = 1 + (node.retry?.count ?? 0);
    for (let n = 0; n < most; n++) {
      tries[`${node.key}.${item}`] = node.matrix?.fail_fast ? null : n + 1;
      if (fortune.succeeds(node.key, item, n)) return true;
    }
    return false;
  }

  function run(node: WorkflowNode): NodeStatus {
    const mark = node.kind === "template" ? null : fortune.marks(node.key);
    if (mark) return mark === "done" ? "success" : "skipped";
    return succeeds(node) || fortune.fixes(node.key) ? "success" : "failed";
  }

  function succeeds(node: WorkflowNode): boolean {
    if (node.kind !== "template") return node.kind === "wait" || fortune.approves(node.key);
    const items = node.matrix ? (node.matrix.items as { value: unknown[] }).value : [null];
    return items.map((_, item) => itemSucceeds(node, item)).every(Boolean);
  }

  function endOf(node: WorkflowNode): NodeStatus {
    ends[node.key] ??= starts(node) ? run(node) : "skipped";
    return ends[node.key] ?? "skipped";
  }

  const failed = nodes.filter((node) => endOf(node) === "failed" && !isTolerated(node));
  return { result: failed.length > 0 ? "error" : "success", nodes: ends, tries };
}
