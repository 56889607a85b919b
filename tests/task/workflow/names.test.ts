import { beforeEach, describe, expect, test } from "vitest";
import { tasks } from "@/db/schema/tasks";
import { createTask } from "@/lib/task/operations";
import { previewWorkflow } from "@/lib/task/workflow-operations";
import { createTemplate } from "@/lib/template/operations";
import { freshDatabase } from "../../support/database";
import { runs } from "../../support/workflow";
import { workflowSite } from "../../support/workflow-site";
import { refusal } from "../../support/world";

const db = await freshDatabase();
const site = await workflowSite(db);
const project = { projectId: site.w.projectId };
const variable = (name: string, type = "", required = false) => ({ name, title: name, type, required });
const survey_vars = [variable("constructor"), variable("toString"), variable("valueOf", "secret")];
const template = await site.template({ survey_vars, allow_parallel_tasks: true });

beforeEach(async () => {
  await db.delete(tasks);
});

const answersTo = (text: string) => JSON.parse(`{"__proto__": ${text}}`);

describe("survey answers that are called like parts of every object", () => {
  test("reach the tasks of nodes like any other", async () => {
    const answers = {
      constructor: { expression: "inputs.constructor + '!'" },
      toString: { value: "text" },
      valueOf: { secret: "inputs.valueOf" },
    };
    const workflow = await site.workflow([runs("a", template, { answers })], [], { survey_vars });
    const run = await site.start(workflow, { environment: '{"constructor":"x"}', secret: '{"valueOf":"s3cret"}' });
    const [task] = await site.children(run);
    expect(JSON.parse(task?.environment ?? "")).toEqual({ constructor: "x!", toString: "text" });
    const job = await site.runner.begin(await site.runner.take());
    expect(job?.secret_vars).toEqual({ valueOf: "s3cret" });
  });

  test("are missing unless they are given", async () => {
    const names = ["constructor", "toString"];
    const strict = await site.template({ survey_vars: names.map((name) => variable(name, "", true)) });
    const error = expect.stringContaining("environment.constructor: ");
    expect(await refusal(site.start(strict))).toMatchObject({ status: 400, error });
    const graph = { nodes: [{ key: "a", kind: "template", template_id: strict }], edges: [] };
    expect(await refusal(save(graph))).toMatchObject({
      status: 400,
      error: expect.stringContaining("graph.nodes[0].answers.constructor: "),
    });
    const secret = { valueOf: { secret: "inputs.valueOf" } };
    const workflow = await site.workflow([runs("a", template, { answers: secret })], [], { survey_vars });
    expect(await site.nodes(await site.start(workflow))).toEqual({ a: "running" });
    const job = await site.runner.begin(await site.runner.take());
    expect(job?.secret_vars).toEqual({});
  });
});

const save = (graph: object) =>
  site.w.call(createTemplate, "owner", project, { name: "Saved", app: "workflow", playbook: "", graph });

describe("__proto__, which objects lose, is refused with its field", () => {
  test.each(["environment", "secret"])("as an answer in %s", async (field) => {
    const body = { template_id: template, [field]: '{"__proto__":"x"}' };
    const error = expect.stringContaining(`${field}.__proto__: `);
    expect(await refusal(site.w.call(createTask, "owner", project, body))).toMatchObject({ status: 400, error });
    expect(await refusal(site.w.call(createTask, "task_runner", project, body))).toMatchObject({ status: 400, error });
  });

  test("as an answer of a node", async () => {
    const nodes = [{ key: "a", kind: "template", template_id: template, answers: answersTo('{"value":"x"}') }];
    const error = expect.stringContaining("graph.nodes[0].answers.__proto__: ");
    expect(await refusal(save({ nodes, edges: [] }))).toMatchObject({ status: 400, error });
  });

  test("as an assumed answer of a preview", async () => {
    const templateId = await site.workflow([runs("a", template)]);
    const call = site.w.call(previewWorkflow, "owner", { ...project, templateId }, { inputs: answersTo('"x"') });
    expect(await refusal(call)).toMatchObject({ status: 400, error: expect.stringContaining("inputs.__proto__: ") });
  });

  test.each(["", "secret"])("as a survey variable of type %j", async (type) => {
    const call = site.template({ survey_vars: [variable("__proto__", type)] });
    expect(await refusal(call)).toMatchObject({ status: 400, error: expect.stringContaining("survey_vars[0].name: ") });
  });
});
