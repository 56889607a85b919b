import { z } from "zod";
import { limitQuery, offsetQuery, text } from "@/lib/operation/fields";
import { RefusalIssue } from "@/lib/protocol/refusal";
import { TaskReason, TaskStatus } from "@/lib/protocol/status-fields";
import { ITEM_STATUSES, NODE_STATUSES } from "@/lib/protocol/workflow";
import { WaitingFor } from "@/lib/queue/schema";
import { TaskParamsOfPath } from "@/lib/task/schema";
import { answersOf, MAX_NODES, NodeKey, WorkflowGraph } from "@/lib/workflow/schema";

const edgeEnd = z.enum(["success", "failure", "always"]);

/** `message`: in English; the issues of a refusal say the same in any language. */
const explained = { message: z.string(), issues: z.array(RefusalIssue).optional() };

/** Why a node did not run, or failed without a task of its own. */
export const NodeReason = z.union([
  z.object({ code: z.literal("edge"), from: z.string(), on: edgeEnd, was: z.enum(NODE_STATUSES) }),
  z.object({ code: z.literal("condition"), from: z.string(), condition: z.string() }),
  z.object({ code: z.literal("expression"), field: z.string(), ...explained }),
  z.object({ code: z.literal("refused"), ...explained }),
  z.object({ code: z.literal("kept"), task_id: z.int() }),
  z.object({ code: z.enum(["template_missing", "rejected", "deadline", "stopped", "fail_fast"]) }),
  z.object({ code: z.enum(["skipped_by_user", "nobody_decides", "marked_done"]) }),
]);
export type NodeReason = z.infer<typeof NodeReason>;

/** The newest task of a node, or of an item. */
const NodeTask = z.object({
  id: z.int(),
  status: TaskStatus,
  reason: TaskReason.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
});

export const NodeState = z.object({
  key: NodeKey,
  status: z.enum(NODE_STATUSES),
  reason: NodeReason.nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** When a wait ends, an approval's deadline passes, or the next try begins. */
  until: z.string().nullable(),
  /** How many items are in each state; all 0 unless the node runs a template. */
  items: z.object({ pending: z.int(), running: z.int(), succeeded: z.int(), failed: z.int() }),
  tries: z.int(),
  /** Null for a matrix, whose items have tasks of their own. `waiting_for`: null unless something holds it up. */
  task: NodeTask.extend({ waiting_for: WaitingFor.nullable() }).nullable(),
  /** What an approval asks, with its values filled in. */
  text: z.string(),
  /** The caller may decide it now. */
  may_decide: z.boolean(),
  decided_by: z.string().nullable(),
  note: z.string(),
});
export type NodeState = z.infer<typeof NodeState>;

/** GET …/tasks/{id}/nodes */
export const WorkflowRun = z.object({
  graph: WorkflowGraph,
  /** Names of the templates that its nodes run, also of deleted ones. */
  templates: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      app: z.string(),
      /** Without, a matrix runs one item at a time. */
      allow_parallel_tasks: z.boolean(),
    }),
  ),
  nodes: z.array(NodeState),
  /** The run that this one resumes. */
  origin_id: z.int().nullable(),
  /** Names of the secret answers that it had, which a resume asks for; null: nobody knows. */
  secrets: z.array(z.string()).nullable(),
  stopping: z.boolean(),
});
export type WorkflowRun = z.infer<typeof WorkflowRun>;

export const NodeParams = TaskParamsOfPath.extend({ nodeKey: NodeKey });

export const NodeItem = z.object({
  number: z.int(),
  value: z.unknown(),
  status: z.enum(ITEM_STATUSES),
  tries: z.int(),
  until: z.string().nullable(),
  task: NodeTask.nullable(),
});
export type NodeItem = z.infer<typeof NodeItem>;

/** GET …/nodes/{key}/items */
export const ItemQuery = z.object({
  from: offsetQuery().describe("Number of the first item, counted from 0"),
  limit: limitQuery(1_000).describe("How many items, at most 1000"),
});

/** POST …/nodes/{key}/decide */
export const DecideInput = z.object({ approve: z.boolean("decisionRequired"), note: text(2_000) });

/** POST …/nodes/{key}/skip and …/nodes/{key}/done */
export const MarkInput = z
  .object({ note: text(2_000) })
  .nullish()
  .transform((value) => value ?? { note: "" });

/** POST …/tasks/{id}/resume: as a new run. What succeeded keeps its outputs, unless it is to run again. */
export const ResumeInput = z.object({
  /** `failed`: what failed and what follows; `start`: everything; or these nodes and what follows them. */
  from: z.union([z.enum(["failed", "start"]), z.array(NodeKey).min(1).max(MAX_NODES)]).default("failed"),
  /** Nodes to take for done. Only for those who manage resources, like the next. */
  done: z.array(NodeKey).max(MAX_NODES).default([]),
  skip: z.array(NodeKey).max(MAX_NODES).default([]),
  /** JSON text of secret survey answers, which the ended run no longer has: all that nodes pass on again. */
  secret: text(256 * 1024),
});

/** POST …/templates/{id}/preview: which nodes would run, without running anything. */
export const PreviewInput = z.object({
  /** Survey answers. */
  inputs: answersOf(z.json()).default({}),
  /** How nodes are to end; success without. */
  ends: z.record(NodeKey, z.enum(["success", "failed"])).default({}),
});
export const Preview = z.array(
  z.object({ key: NodeKey, status: z.enum(["success", "failed", "skipped"]), reason: NodeReason.nullable() }),
);

/** GET /api/approvals: what the caller may decide now, oldest first. */
export const Approval = z.object({
  project_id: z.int(),
  project_name: z.string(),
  task_id: z.int(),
  template_id: z.int(),
  template_name: z.string(),
  node_key: NodeKey,
  node_name: z.string(),
  text: z.string(),
  since: z.string(),
  until: z.string().nullable(),
  started_by: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;

/** GET …/tasks/{id}/outputs: a secret one has no value. */
export const OutputValue = z.object({ name: z.string(), value: z.unknown().optional(), secret: z.boolean() });
export type OutputValue = z.infer<typeof OutputValue>;
