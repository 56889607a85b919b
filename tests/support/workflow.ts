import type { z } from "zod";
import { WorkflowEdge, WorkflowNode } from "@/lib/workflow/schema";

type Changes = object;

/** A node of each kind, with nothing set but what a test says. */
export const runs = (key: string, template_id: number, changes: Changes = {}) =>
  WorkflowNode.parse({ key, kind: "template", template_id, ...changes });
export const approval = (key: string, changes: Changes = {}) =>
  WorkflowNode.parse({ key, kind: "approval", ...changes });
export const wait = (key: string, changes: Changes = {}) => WorkflowNode.parse({ key, kind: "wait", ...changes });

export const edge = (from: string, to: string, changes: Partial<z.input<typeof WorkflowEdge>> = {}) =>
  WorkflowEdge.parse({ from, to, ...changes });

/** Edges on success from each to the next. */
export const chain = (...keys: string[]) => keys.slice(1).map((key, index) => edge(keys[index] ?? "", key));
