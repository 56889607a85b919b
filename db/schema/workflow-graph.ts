import type { TaskReason } from "@/lib/protocol/reasons";

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A constant, an expression, or a secret that is passed on whole by its path, such as `nodes.build.outputs.token`. */
type WorkflowValue = { value: Json } | { expression: string } | { secret: string };

/** Pauses grow by `growth` with every try. */
type Retry = { count: number; pause_seconds: number; growth: number; reasons: TaskReason[] };

type NodeBase = {
  /** Stays when the node is renamed; expressions name it. */
  key: string;
  name: string;
  /** Which of its incoming edges have to hold. */
  join: "all" | "any";
  /** In the drawing. */
  position: { x: number; y: number } | null;
};

type TemplateNode = NodeBase & {
  kind: "template";
  template_id: number;
  /** Survey answers by the names of their variables. */
  answers: Record<string, WorkflowValue>;
  /** Further fields of the task, by their names. */
  options: Record<string, WorkflowValue>;
  /** Runs once for each item of the list. `parallel` 0: as many at once as the queue lets start. */
  matrix: { items: WorkflowValue; parallel: number; fail_fast: boolean } | null;
  retry: Retry | null;
  /** Its failure counts as success for what follows and for the run. */
  continue_on_failure: boolean;
  /** Clean-up: runs once everything else has ended, however it ended. It has no edges. */
  final: boolean;
};

type ApprovalNode = NodeBase & {
  kind: "approval";
  /** With values in it: `${{ expression }}`. */
  text: string;
  /** Everyone who has one of the roles or is named; without either, everyone who may run tasks. */
  roles: string[];
  user_ids: number[];
  /** Not the person who started the run. */
  not_starter: boolean;
  /** 0: none. */
  deadline_seconds: number;
  on_deadline: "approve" | "reject";
};

type WaitNode = NodeBase & {
  kind: "wait";
  /** Either this long, or until the next time of day in the zone. */
  seconds: number;
  until: { time: string; zone: string } | null;
};

type WorkflowNode = TemplateNode | ApprovalNode | WaitNode;

/** Holds when its source ended like that and the condition, if there is one, is true. */
type WorkflowEdge = { from: string; to: string; on: "success" | "failure" | "always"; condition: string };

export type WorkflowGraph = { nodes: WorkflowNode[]; edges: WorkflowEdge[] };
