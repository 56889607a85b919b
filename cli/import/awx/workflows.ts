import type { Workflow } from "../foreign/report";
import type { WorkflowTemplate } from "./schema";

type Node = NonNullable<WorkflowTemplate["related"]>["workflow_nodes"][number];

/** Lists workflows with their nodes, for building them again. */
export const workflowsOf = (templates: readonly WorkflowTemplate[]): Workflow[] =>
  templates.map(({ name, related }) => ({ name, nodes: (related?.workflow_nodes ?? []).map(nodeOf) }));

function nodeOf({ identifier, unified_job_template: job, related }: Node): Workflow["nodes"][number] {
  const approval = related?.create_approval_template;
  const runs = job ? `runs ${job.type.replaceAll("_", " ")} "${job.name}"` : null;
  const edges = (["success", "failure", "always"] as const).flatMap((when) =>
    (related?.[`${when}_nodes`] ?? []).map((next) => `${when === "always" ? when : `on ${when}`}: ${next.identifier}`),
  );
  return {
    name: identifier,
    runs: runs ?? (approval ? `waits for the approval "${approval.name}"` : "runs something that is not in the export"),
    next: edges,
  };
}
