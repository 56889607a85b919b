import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { asc } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "@/db/client";
import { tasks } from "@/db/schema/tasks";
import { workflowNodes, workflowRuns } from "@/db/schema/workflows";
import { isFinal } from "@/lib/protocol/status";
import { insertRepository } from "@/lib/repository/store";
import { createTemplate } from "@/lib/template/operations";
import { hasEnded } from "@/lib/workflow/rules/decide";
import type { WorkflowGraph } from "@/lib/workflow/schema";
import { resources } from "../support/resources";
import { edge, runs, wait } from "../support/workflow";
import type { World } from "../support/world";
import { expected } from "../task/workflow/model";

/** The steps that a run may be told to fail; "": none. */
export const FAILING_STEPS = ["", "", "prepare", "deploy", "check"] as const;

const SCRIPT = `
for argument in "$@"; do case $argument in step_fails=*) declare "$argument";; esac; done
sleep 0.2
exit "\${step_fails:-0}"
`;

/** A workflow with a roll-back, a matrix, retries, a wait, another workflow inside and clean-up. */
export async function workflowTemplate(w: World, folder: string): Promise<number> {
  const project = { projectId: w.projectId };
  const { keyId, environmentId: environment_id } = await resources(w.db, w.projectId);
  writeFileSync(join(folder, "step.sh"), SCRIPT);
  const repository = { name: "steps", git_url: folder, git_branch: "", ssh_key_id: keyId };
  const { id: repository_id } = await insertRepository(w.db, w.projectId, repository);
  const create = async (input: object) => (await w.call(createTemplate, "owner", project, input)).id;
  const variable = (name: string) => ({ name, title: name, type: "" });
  const code = { app: "bash", playbook: "step.sh", repository_id, environment_id, allow_parallel_tasks: true };
  const step = await create({ ...code, name: "step", survey_vars: [variable("step_fails")] });
  const node = (key: string, changes: object = {}) =>
    runs(key, step, { answers: { step_fails: { expression: `inputs.fails == "${key}" ? "3" : "0"` } }, ...changes });
  const flow = { app: "workflow", playbook: "", allow_parallel_tasks: true };
  const plain = (key: string) => runs(key, step);
  const inner = await create({
    ...flow,
    name: "inner",
    graph: { nodes: [plain("first"), plain("second")], edges: [edge("first", "second")] },
  });
  const retry = (count: number) => ({ retry: { count, pause_seconds: 1 } });
  const matrix = { items: { value: ["eu", "us", "ap"] }, parallel: 2 };
  const graph: WorkflowGraph = {
    nodes: [
      ...[node("prepare", retry(2)), node("deploy", { matrix, ...retry(1) }), wait("pause", { seconds: 1 })],
      ...[node("check"), plain("undo"), runs("inner", inner), plain("report"), runs("clean", step, { final: true })],
    ].map((one) => (one.key === "report" ? { ...one, join: "any" as const } : one)),
    edges: [
      ...[edge("prepare", "deploy"), edge("prepare", "pause"), edge("deploy", "check"), edge("pause", "check")],
      ...[edge("deploy", "undo", { on: "failure" }), edge("check", "inner", { condition: `inputs.fails == ""` })],
      ...[edge("inner", "report"), edge("undo", "report", { on: "always" })],
    ],
  };
  const survey_vars = [variable("canary_name"), variable("fails")];
  return create({ ...flow, name: "release", graph, survey_vars });
}

/** What is wrong with the runs of workflows, after all of them are over; empty when every invariant holds. */
export async function checkRuns(db: Db): Promise<{ count: number; violations: string[] }> {
  const [allRuns, allNodes, allTasks] = await Promise.all([
    db.select().from(workflowRuns),
    db.select().from(workflowNodes),
    db.select().from(tasks).orderBy(asc(tasks.id)),
  ]);
  const violations = allRuns.flatMap((run) => {
    const of = allTasks.find(({ id }) => id === run.task_id);
    const children = allTasks.filter(({ parent_task_id }) => parent_task_id === run.task_id);
    const nodes = allNodes.filter(({ task_id }) => task_id === run.task_id);
    return of ? checkRun(run, of, nodes, children).map((text) => `run ${run.task_id} (${of.status}): ${text}`) : [];
  });
  return { count: allRuns.length, violations };
}

type Row = typeof tasks.$inferSelect;
type NodeRow = typeof workflowNodes.$inferSelect;

const Inputs = z.object({ fails: z.string().default("") });

function checkRun({ graph, stopping }: typeof workflowRuns.$inferSelect, of: Row, nodes: NodeRow[], children: Row[]) {
  const found: string[] = [];
  const stuck = nodes.filter(({ status }) => !hasEnded(status)).map(({ key }) => key);
  if (!isFinal(of.status) || stuck.length > 0) found.push(`it is stuck at ${stuck}`);
  for (const { id, status } of children) if (!isFinal(status)) found.push(`its task ${id} is ${status}`);
  const triesOf = (key: string, item: number) =>
    children.filter(({ node_key, node_item }) => node_key === key && node_item === item);
  for (const node of graph.nodes)
    for (const item of [0, 1, 2]) {
      const most = 1 + (node.kind === "template" ? (node.retry?.count ?? 0) : 0);
      const started = triesOf(node.key, item).length;
      if (started > most) found.push(`${node.key} ${item} was started ${started} times`);
    }
  if (stopping) return of.status === "stopped" ? found : [...found, "it was stopped"];
  const { fails } = Inputs.parse(of.environment === "" ? {} : JSON.parse(of.environment));
  const model = expected(graph, {
    succeeds: (key, item, n) => triesOf(key, item)[n]?.status === "success",
    approves: () => true,
    marks: () => null,
    fixes: () => false,
    holds: () => fails === "",
  });
  if (model.result !== of.status) found.push(`it had to end as ${model.result}`);
  for (const { key, status } of nodes)
    if (model.nodes[key] !== status) found.push(`${key} is ${status} instead of ${model.nodes[key]}`);
  for (const [place, count] of Object.entries(model.tries)) {
    const [key = "", item = "0"] = place.split(".");
    const started = triesOf(key, Number(item)).length;
    if (count !== started) found.push(`${place} was started ${started} times instead of ${count}`);
  }
  return found;
}
