import type { RefusalIssue } from "@/lib/protocol/refusal";
import type { TaskStatus } from "@/lib/protocol/status";

/** The application of templates that run others. */
export const WORKFLOW_APP = "workflow";

/**
 * States of a node. It is `pending` until its edges decide, `waiting` for a person or a time, and `skipped` when it does not run.
 * The last four are final.
 */
export const NODE_STATUSES = ["pending", "waiting", "running", "success", "failed", "skipped", "stopped"] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

export const ITEM_STATUSES = ["pending", "running", "success", "failed", "stopped", "skipped"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** With issues, the stored message is blank and made when it is read; earlier releases stored it instead of them. */
type Explained = { message: string; issues?: RefusalIssue[] };

/** The one reason why a node did not run, or failed without a task; the text is `workflow.reasons.<code>` in messages. */
export type NodeReason =
  /** An edge from `from` wants another end than `was`. */
  | { code: "edge"; from: string; on: "success" | "failure" | "always"; was: NodeStatus }
  /** The condition of an edge from `from` is false. */
  | { code: "condition"; from: string; condition: string }
  /** An expression cannot be evaluated, or its value is refused; `field` is its place in the node. */
  | ({ code: "expression"; field: string } & Explained)
  /** The template refuses the task. */
  | ({ code: "refused" } & Explained)
  | { code: "template_missing" }
  | { code: "rejected" | "deadline" | "stopped" | "fail_fast" | "skipped_by_user" | "nobody_decides" }
  /** A resumed run takes it over from its origin, or a person marked it as done. */
  | { code: "kept"; task_id: number }
  | { code: "marked_done" };

/** How a task counts for the item that started it. */
export const itemStatus = (status: TaskStatus): ItemStatus =>
  status === "success" ? "success" : status === "stopped" ? "stopped" : status === "error" ? "failed" : "running";
