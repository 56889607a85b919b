import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** A node that deploys a build after an approval, although its template does so by itself before. */
type EarlyDeploy = { node: WorkflowNode; build: WorkflowNode; approval: WorkflowNode };

type Deploying = { type: string; autorun: boolean; build_template_id: number | null };

/** Deployments with autorun start when their build succeeds, whatever the workflow has between the two. */
export function earlyDeploys(graph: WorkflowGraph, templates: ReadonlyMap<number, Deploying>): EarlyDeploy[] {
  const before = nodesBefore(graph);
  return graph.nodes.flatMap((node): EarlyDeploy[] => {
    const template = node.kind === "template" ? templates.get(node.template_id) : undefined;
    if (template?.type !== "deploy" || !template.autorun) return [];
    const earlier = graph.nodes.filter(({ key }) => before.get(node.key)?.has(key));
    const builds = earlier.filter((one) => one.kind === "template" && one.template_id === template.build_template_id);
    for (const build of builds) {
      const approval = earlier.find(({ key, kind }) => kind === "approval" && before.get(key)?.has(build.key));
      if (approval) return [{ node, build, approval }];
    }
    return [];
  });
}
