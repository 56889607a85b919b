import type { NodeState, WorkflowRun } from "@/lib/task/schema/workflow";
import { WorkflowGraph } from "@/lib/workflow/schema";

const START = "2026-11-23T03:00:00.000Z";

const NONE = { pending: 0, running: 0, succeeded: 0, failed: 0 };

/** A state, as the engine answers it. */
export const state = (key: string, changes: Partial<NodeState> = {}): NodeState => ({
  key,
  status: "pending",
  reason: null,
  start: null,
  end: null,
  until: null,
  items: NONE,
  tries: 0,
  task: null,
  text: "",
  may_decide: false,
  decided_by: null,
  note: "",
  ...changes,
});

export const later = (seconds: number): string => new Date(Date.parse(START) + seconds * 1_000).toISOString();

type TaskOf = NonNullable<NodeState["task"]>;

export const task = (
  id: number,
  status: TaskOf["status"],
  start: number | null,
  end: number | null = null,
): TaskOf => ({
  id,
  status,
  reason: null,
  waiting_for: null,
  start: start === null ? null : later(start),
  end: end === null ? null : later(end),
});

/** Build, ask, deploy to many, test; roll back if a deploy fails; clean up. */
export const GRAPH = WorkflowGraph.parse({
  nodes: [
    { kind: "template", key: "build", name: "Build", template_id: 1 },
    { kind: "approval", key: "ask", name: "Release?", text: "Release it?", roles: ["owner"], on_deadline: "approve" },
    { kind: "template", key: "deploy", name: "Deploy", template_id: 2, matrix: { items: { value: ["eu", "us"] } } },
    { kind: "wait", key: "soak", name: "Soak", seconds: 300 },
    { kind: "template", key: "undo", name: "Roll back", template_id: 3 },
    { kind: "template", key: "clean", name: "", template_id: 9, final: true },
  ],
  edges: [
    { from: "build", to: "ask" },
    { from: "ask", to: "deploy" },
    { from: "deploy", to: "soak", condition: "inputs.soak" },
    { from: "deploy", to: "undo", on: "failure" },
  ],
});

export const run = (nodes: NodeState[], changes: Partial<WorkflowRun> = {}): WorkflowRun => ({
  graph: GRAPH,
  templates: [
    { id: 1, name: "Build the shop", app: "bash", allow_parallel_tasks: true },
    { id: 2, name: "Deploy the shop", app: "ansible", allow_parallel_tasks: true },
    { id: 3, name: "Undo", app: "terraform", allow_parallel_tasks: true },
  ],
  nodes: GRAPH.nodes.map(({ key }) => nodes.find((node) => node.key === key) ?? state(key)),
  origin_id: null,
  secrets: [],
  stopping: false,
  ...changes,
});
