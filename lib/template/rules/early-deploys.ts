import { nodesBefore } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph, WorkflowNode } from "@/lib/workflow/schema";

/** A node that deploys a build after an approval, although its template does so by itself before. */
type EarlyDeploy = { node: WorkflowNode; build: WorkflowNode; approval: WorkflowNode };

type Deploying = { type: string; autorun: boolean; build_template_id: number | null };

/**
 * Deployments with autorun start when what they deploy succeeds, whatever the workflow has between the two: a build, or
 * another deployment, which may itself have started so.
 */
export function earlyDeploys(graph: WorkflowGraph, templates: ReadonlyMap<number, Deploying>): EarlyDeploy[] {
  const before = nodesBefore(graph);
  return graph.nodes.flatMap((node): EarlyDeploy[] => {
    const template = node.kind === "template" ? templates.get(node.template_id) : undefined;
    if (template?.type !== "deploy" || !template.autorun) return [];
    const earlier = graph.nodes.filter(({ key }) => before.get(node.key)?.has(key));
    const starting = startingTemplates(template, templates);
    const builds = earlier.filter((one) => one.kind === "template" && starting.has(one.template_id));
    for (const build of builds) {
      const approval = earlier.find(({ key, kind }) => kind === "approval" && before.get(key)?.has(build.key));
      if (approval) return [{ node, build, approval }];
    }
    return [];
  });
}

/** The templates whose success makes a deployment start, through any number of others. */
function startingTemplates(deploy: Deploying, templates: ReadonlyMap<number, Deploying>): ReadonlySet<number> {
  const starting = new Set<number>();
  let last: Deploying | undefined = deploy;
  while (last?.type === "deploy" && last.autorun && last.build_template_id && !starting.has(last.build_template_id)) {
    starting.add(last.build_template_id);
    last = templates.get(last.build_template_id);
  }
  return starting;
}
