import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { isOneOf } from "@/db/one-of";
import { tasks } from "@/db/schema/tasks";
import { templates } from "@/db/schema/templates";
import { AppError, issuesOf } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { ownValue } from "@/lib/protocol/json-object";
import { storableIssues } from "@/lib/protocol/refusal";
import { open } from "@/lib/secret/seal";
import { openSecretOutput } from "@/lib/task/results/outputs";
import { NewTaskInput } from "@/lib/task/schema";
import { expressionProblem, NodeProblem, plainValue, type Sources } from "@/lib/task/workflow/node-problem";
import { type Run, stateOf } from "@/lib/task/workflow/run";
import { surveyKind } from "@/lib/template/rules";
import { readOptionId } from "@/lib/template/rules/graph-references";
import type { NodeOption, TemplateNode } from "@/lib/workflow/schema";

/** `item` and `index` are those of a matrix. */
type Item = { number: number; value: unknown };

/** Reads what a node sets for the task of an item. `sources`: none if it has no expressions. */
export async function inputOf(
  tx: Db,
  run: Run,
  { node, item, sources }: { node: TemplateNode; item: Item; sources: Sources | null },
): Promise<NewTaskInput> {
  const known = sources && node.matrix ? withItem(sources, item) : sources;
  const answers = Object.entries(node.answers).flatMap(([name, value]) =>
    "secret" in value ? [] : [[name, plainValue(value, known, `answers.${name}`)]],
  );
  const options = Object.entries(node.options).map(([name, value]) => [
    name,
    "secret" in value ? undefined : fitting(name, plainValue(value, known, `options.${name}`)),
  ]);
  const secret = await secretsOf(tx, run, node);
  const environment = Object.fromEntries(answers);
  return parseInput(node, { ...optionsIn(Object.fromEntries(options)), environment, secret });
}

const withItem = ({ values, time }: Sources, { value, number }: Item): Sources => ({
  values: { ...values, item: value, index: number },
  time,
});

export const usesExpressions = ({ answers, options }: TemplateNode): boolean =>
  [...Object.values(answers), ...Object.values(options)].some((value) => "expression" in value);

const IDS: ReadonlySet<string> = new Set<NodeOption>(["inventory_id", "environment_id", "build_task_id"]);
const SWITCHES: ReadonlySet<string> = new Set<NodeOption>([
  ...(["dry_run", "debug", "diff", "plan", "destroy", "auto_approve"] as const),
]);

/** Expressions give texts where the API wants numbers, and the other way round. */
function fitting(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (IDS.has(name)) return idOrRefused(value);
  if (SWITCHES.has(name)) return value === "true" ? true : value === "false" ? false : value;
  if (name === "arguments") return typeof value === "string" ? value : JSON.stringify(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
}

/** What is no id goes on as it is, so that the API names it. */
function idOrRefused(value: unknown): unknown {
  const id = readOptionId(value);
  return id === "invalid" ? value : id;
}

/** Where the API takes an option. */
function optionsIn({ plan, destroy, auto_approve, ...options }: Partial<Record<NodeOption, unknown>>) {
  return { ...options, params: { plan, destroy, auto_approve } };
}

type Body = { environment: object; secret: object };

function parseInput({ template_id }: TemplateNode, { environment, secret, ...options }: Body): NewTaskInput {
  const body = { ...options, template_id, environment: textOf(environment), secret: textOf(secret) };
  try {
    return parse(NewTaskInput, body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = issuesOf(error);
    const field = `options.${issues[0]?.path.replace(/^params\./, "") ?? ""}`;
    throw new NodeProblem({ code: "expression", field, message: "", issues: storableIssues(issues) });
  }
}

const textOf = (answers: object): string => (Object.keys(answers).length > 0 ? JSON.stringify(answers) : "");

/** Once for all items of the node. */
function secretsOf(tx: Db, run: Run, node: TemplateNode): Promise<Record<string, string>> {
  const answers = run.secrets.get(node.key) ?? secretAnswers(tx, run, node);
  run.secrets.set(node.key, answers);
  return answers;
}

/** Secrets go as a whole, and only to answers that the template keeps secret. */
async function secretAnswers(tx: Db, run: Run, node: TemplateNode): Promise<Record<string, string>> {
  const wanted = Object.entries(node.answers).flatMap(([name, value]) =>
    "secret" in value ? [[name, value.secret]] : [],
  );
  if (wanted.length === 0) return {};
  const declared = await secretVariables(tx, node.template_id);
  const answers: [string, string][] = [];
  for (const [name = "", path = ""] of wanted) {
    const field = `answers.${name}`;
    if (!declared.has(name)) throw expressionProblem(field, `${name} is not a secret variable of the template`);
    const secret = await openSecret(tx, run, path, field);
    if (secret !== null) answers.push([name, secret]);
  }
  return Object.fromEntries(answers);
}

async function secretVariables(tx: Db, templateId: number): Promise<ReadonlySet<string>> {
  const [template] = await tx
    .select({ variables: templates.survey_vars })
    .from(templates)
    .where(isOneOf(templates.id, [templateId]));
  const secret = template?.variables.filter(({ type }) => surveyKind(type) === "secret") ?? [];
  return new Set(secret.map(({ name }) => name));
}

/** Null: an optional answer that was left blank. */
async function openSecret(tx: Db, run: Run, path: string, field: string): Promise<string | null> {
  const [of = "", ...names] = path.split(".");
  if (of === "inputs") return ownValue(await secretInputs(tx, run.task.id), names.join(".")) ?? null;
  const [key = "", , ...output] = names;
  const { child_id } = stateOf(run, key);
  const secret = child_id === null ? null : await openSecretOutput(tx, child_id, output.join("."));
  if (secret === null) throw expressionProblem(field, `${path} does not exist`);
  return secret;
}

async function secretInputs(tx: Db, taskId: number): Promise<Record<string, string>> {
  const [task] = await tx.select({ secret: tasks.secret }).from(tasks).where(eq(tasks.id, taskId));
  return task?.secret ? JSON.parse(open(task.secret, `tasks/${taskId}/secret`)) : {};
}
