import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "@/db/client";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { projectMembers } from "@/db/schema/projects";
import { isUnfinished, tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { workflowRuns } from "@/db/schema/workflows";
import { AppError, type Issue, invalid } from "@/lib/operation/errors";
import type { Ref } from "@/lib/operation/refs";
import { requireReferences } from "@/lib/project/references";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { type GraphProblem, graphProblems, type KnownResources } from "@/lib/template/rules/graph-problems";
import { constantId } from "@/lib/template/rules/graph-references";
import { nestingProblem } from "@/lib/template/rules/nesting";
import type { TemplateInput } from "@/lib/template/schema";
import { templateIds } from "@/lib/workflow/rules/structure";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** Refuses a graph that could not run. `current` null: the workflow is new. */
export async function checkWorkflow(
  db: Db,
  projectId: number,
  { graph, survey_vars }: Pick<TemplateInput, "graph" | "survey_vars">,
  current: { id: number } | null,
): Promise<void> {
  // A client that does not know graphs leaves the stored one as it is.
  if (!graph) {
    if (current) return;
    throw invalid("graph", "graphEmpty");
  }
  const problems = graphProblems(graph, await readResources(db, projectId, graph), survey_vars);
  if (problems.length > 0)
    throw new AppError("invalid", { issues: problems.map((problem) => issueOf(graph, problem)) });
  await requireReferences(
    db,
    projectId,
    graph.nodes.flatMap((node, at) => {
      const id = node.kind === "template" ? constantId(node.options, "build_task_id") : null;
      return typeof id !== "number" ? [] : { field: `graph.nodes.${at}.options.build_task_id`, id, table: tasks };
    }),
  );
  await checkNesting(db, projectId, graph, current);
}

/** What the project has of what the nodes refer to. */
async function readResources(db: Db, projectId: number, graph: WorkflowGraph): Promise<KnownResources> {
  const { id, name, app, type, survey_vars, autorun, build_template_id } = templates;
  const [known, members, ofInventories, ofEnvironments] = await Promise.all([
    db
      .select({ id, name, app, type, survey_vars, autorun, build_template_id })
      .from(templates)
      .where(and(eq(templates.project_id, projectId), sql`${id} = any(array(${withDeployed(templateIds(graph))}))`)),
    db.select({ id: projectMembers.user_id }).from(projectMembers).where(eq(projectMembers.project_id, projectId)),
    db
      .select({ id: inventories.id, type: inventories.type })
      .from(inventories)
      .where(eq(inventories.project_id, projectId)),
    db.select({ id: environments.id }).from(environments).where(eq(environments.project_id, projectId)),
  ]);
  return {
    templates: new Map(known.map((template) => [template.id, template])),
    members: new Set(members.map((member) => member.id)),
    inventories: new Map(ofInventories.map(({ id, type }) => [id, type])),
    environments: new Set(ofEnvironments.map((environment) => environment.id)),
  };
}

/** The templates, and those whose builds they deploy, through any number of deployments. */
const withDeployed = (ids: number[]) => sql`
  with recursive deployed(id) as (
    select unnest(${sql.param(ids)}::int[])
    union select (select build_template_id from ${templates} where ${templates.id} = deployed.id) from deployed where id is not null)
  select id from deployed`;

function issueOf({ nodes }: WorkflowGraph, { node, edge, field, key, params }: GraphProblem): Issue {
  const place = edge === null ? ["nodes", nodes.findIndex((one) => one.key === node)] : ["edges", edge];
  const path = node === null && edge === null ? ["graph", field] : ["graph", ...place, ...(field ? [field] : [])];
  return { path: path.join("."), key, ...(params && { params }) };
}

async function checkNesting(
  db: Db,
  projectId: number,
  graph: WorkflowGraph,
  current: { id: number } | null,
): Promise<void> {
  const runs = sql<number[]>`jsonb_path_query_array(${templates.graph}, '$.nodes[*].template_id')`;
  const all = await db
    .select({ id: templates.id, name: templates.name, runs })
    .from(templates)
    .where(and(eq(templates.project_id, projectId), eq(templates.app, WORKFLOW_APP)))
    .orderBy(templates.name);
  const problem = nestingProblem(all, { id: current?.id ?? null, runs: templateIds(graph) });
  if (!problem) return;
  const at = graph.nodes.findIndex((node) => node.kind === "template" && node.template_id === problem.templateId);
  throw invalid(`graph.nodes.${at}.template_id`, problem.key, problem.params);
}

/** Whether a graph runs the template. */
const names = (graph: PgColumn, templateId: number) =>
  sql`${graph} @> ${JSON.stringify({ nodes: [{ template_id: templateId }] })}::jsonb`;

/** An unfinished run that names the template, also if its workflow does no more; null: none. */
export async function runNaming(db: Db, projectId: number, templateId: number): Promise<number | null> {
  const [run] = await db
    .select({ id: tasks.id })
    .from(workflowRuns)
    .innerJoin(tasks, eq(tasks.id, workflowRuns.task_id))
    .where(and(eq(tasks.project_id, projectId), isUnfinished, names(workflowRuns.graph, templateId)))
    .orderBy(tasks.id)
    .limit(1);
  return run?.id ?? null;
}

/** The workflows that run the template, which keep it from being deleted. */
export const workflowsRunning = (db: Db, projectId: number, templateId: number): Promise<Ref[]> =>
  db
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(
      and(
        eq(templates.project_id, projectId),
        eq(templates.app, WORKFLOW_APP),
        names(templates.graph, templateId),
        sql`${templates.id} <> ${templateId}`,
      ),
    )
    .orderBy(templates.name);
