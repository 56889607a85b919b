import { setImmediate } from "node:timers/promises";
import { graphFromFile, graphIssues } from "@/lib/backup/graph";
import { namesOf } from "@/lib/backup/restore/resolve";
import { closingEdges } from "@/lib/backup/rules/circles";
import { type FindId, KINDS } from "@/lib/backup/rules/kinds";
import { type BackupFile, type BackupTemplate, MAX_ADJUSTED } from "@/lib/backup/schema";
import type { Issue } from "@/lib/operation/errors";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";
import { repeatedAt } from "@/lib/template/rules";
import { type GraphProblem, graphProblems, type KnownResources } from "@/lib/template/rules/graph-problems";
import type { WorkflowGraph } from "@/lib/workflow/schema";

/** Positions stand for ids: the id of an entry of the file is its position, counted from 1. */
type Known = { find: FindId; resources: KnownResources };

/** What keeps the workflows of a file from running, as the API would find it. */
export async function workflowIssues(file: BackupFile): Promise<Issue[]> {
  const known = knownIn(file);
  const issues: Issue[] = [];
  for (const [at, template] of file.templates.entries()) {
    if (template.graph === null && template.app !== WORKFLOW_APP) continue;
    // Other requests are served in between.
    await setImmediate();
    issues.push(...issuesOf(template, `templates.${at}.graph`, known));
    if (issues.length > MAX_ADJUSTED) break;
  }
  const repeated = new Set(repeatedAt(issues.map(({ path }) => path)));
  return issues.filter((_issue, at) => !repeated.has(at));
}

function knownIn(file: BackupFile): Known {
  const ids = new Map(KINDS.map((kind) => [kind, new Map(namesOf(file, kind).map((name, at) => [name, at + 1]))]));
  const find: FindId = (kind, name) => (name === null ? null : (ids.get(kind)?.get(name) ?? null));
  const templates = file.templates.map((template, at) => {
    return { ...template, id: at + 1, build_template_id: find("templates", template.build_template) };
  });
  const resources = {
    templates: new Map(templates.map((template) => [template.id, template])),
    members: new Set<number>(),
    inventories: new Map(file.inventories.map(({ type }, at) => [at + 1, type])),
    environments: new Set(ids.get("environments")?.values()),
  };
  return { find, resources };
}

function issuesOf({ app, graph, survey_vars }: BackupTemplate, place: string, { find, resources }: Known): Issue[] {
  const issues = graphIssues(graph, place);
  if (issues.length > 0 || app !== WORKFLOW_APP) return issues;
  const read = graph ? graphFromFile(graph, find) : { nodes: [], edges: [] };
  // Names that are missing are reported as such.
  if (!read) return [];
  const closing = closingEdges(read.nodes, read.edges);
  // Until there is an order, nobody knows what an expression may name.
  if (closing.length > 0) return closing.map((at) => ({ path: `${place}.edges.${at}.from`, key: "graphCycle" }));
  return graphProblems(read, resources, survey_vars).map((problem) => issueOf(read, problem, place));
}

function issueOf({ nodes }: WorkflowGraph, { node: key, edge, field, ...problem }: GraphProblem, place: string): Issue {
  const node = nodes.find((one) => one.key === key);
  if (problem.key === "deployAutoruns" && node?.kind === "template")
    return { ...problem, path: `templates.${node.template_id - 1}.autorun` };
  const part = edge !== null ? ["edges", edge] : key !== null ? ["nodes", key] : [];
  return { ...problem, path: [place, ...part, field].join(".") };
}
