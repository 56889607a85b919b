import type { templates } from "@/db/schema/templates";
import type { workflowNodes } from "@/db/schema/workflows";
import type { NewTaskInput } from "@/lib/task/schema";
import type { StartRights } from "@/lib/template/rules/launch";
import type { WorkflowGraph } from "@/lib/workflow/schema";

export type TemplateRow = typeof templates.$inferSelect;

/** What triggered a task, and how far it may depart from the template. */
export type Trigger = StartRights & {
  userId?: number;
  /** Who may not decide what others are to decide about it; the user, if left out. */
  responsibleId?: number | null;
  integrationId?: number;
  scheduleId?: number;
  ip?: string;
  /** The success of a build is the trigger. It determines the build, so that no template can refuse it. */
  autorun?: boolean;
  /** It repeats a run, with the build that this had. */
  repeats?: boolean;
  /** It repeats a run for these tests. */
  failedTests?: string[];
};

/** The item of a node that a task is for. `depth`: how many workflows the task then runs inside of. */
type Parent = { taskId: number; key: string; item: number; depth: number };

/** Nodes that a run need not decide about any more. */
export type SettledNode = Pick<
  typeof workflowNodes.$inferInsert,
  "key" | "status" | "reason" | "child_id" | "decided_by_id" | "decided_by_name" | "note" | "text"
>;

/** The run that a new one takes up, with its graph and what it keeps of it. */
type Resumed = {
  originId: number;
  graph: WorkflowGraph;
  settled: SettledNode[];
  /** Nodes with a matrix that keep the items which succeeded. */
  items: readonly string[];
  /** Names of secret answers: those that its nodes pass on, and those that the earlier run had. */
  secrets: { used: ReadonlySet<string>; had: readonly string[] };
};

export type NewTask = {
  projectId: number;
  input: NewTaskInput;
  trigger: Trigger;
  /** Do not start it while another task of its template is unfinished. */
  unlessBusy?: boolean;
  parent?: Parent;
  resumed?: Resumed;
};

/** The build template whose newest build a deploy takes when none is named; else null. */
export const templateWithoutBuild = (template: TemplateRow | undefined, { input }: NewTask): number | null =>
  template?.type === "deploy" && input.build_task_id === null ? template.build_template_id : null;
