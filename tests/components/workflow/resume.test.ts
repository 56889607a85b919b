import { describe, expect, test } from "vitest";
import { secretsOf } from "@/components/survey/secret-answers";
import { askedSecrets, resumeSchema, resumeValues } from "@/components/workflow/run/resume/resume-values";
import type { SurveyVar } from "@/lib/template/schema";
import { WorkflowGraph } from "@/lib/workflow/schema";
import { GRAPH, run, state } from "./run";

const variable = (name: string, type: SurveyVar["type"], required = false): SurveyVar => ({
  name,
  title: name,
  description: "",
  type,
  required,
  values: null,
});
const secrets = secretsOf([variable("region", ""), variable("token", "secret", true), variable("pin", "secret")]);
const states = [
  state("build", { status: "success" }),
  state("ask", { status: "success" }),
  state("deploy", { status: "failed" }),
  state("undo", { status: "stopped" }),
];
/** Build passes on the pin, the deployment the token. */
const passes: Record<string, object> = {
  build: { code: { secret: "inputs.pin" } },
  deploy: { key: { secret: "inputs.token" } },
};
const graph = WorkflowGraph.parse({
  ...GRAPH,
  nodes: GRAPH.nodes.map((node) => ({ ...node, ...(node.key in passes && { answers: passes[node.key] }) })),
});
const failed = { run: run(states, { graph }), secrets };
const answers = [{ value: "s3cret" }, { value: "" }];

test("an ended run is resumed from its failed nodes; a manager may take one for done, or skip it", () => {
  const values = resumeValues(failed);
  expect(values.from).toBe("failed");
  const nodes = values.nodes.map((node) => ({
    ...node,
    fate: node.key === "deploy" ? ("done" as const) : node.key === "undo" ? ("skip" as const) : node.fate,
  }));
  const body = resumeSchema(failed).parse({ ...values, nodes, answers });
  expect(body).toEqual({ from: "failed", done: ["deploy"], skip: ["undo"], secret: "{}" });
});

test("chosen nodes are named, and what was decided about failed ones is not sent", () => {
  const values = resumeValues(failed);
  const nodes = values.nodes.map((node) => ({ ...node, chosen: node.key === "ask", fate: "skip" as const }));
  expect(resumeSchema(failed).parse({ from: "chosen", nodes, answers })).toMatchObject({
    from: ["ask"],
    done: [],
    skip: [],
  });
  const none = { from: "chosen" as const, nodes: nodes.map((node) => ({ ...node, chosen: false })), answers };
  expect(resumeSchema(failed).safeParse(none).error?.issues[0]).toMatchObject({
    path: ["from"],
    message: "nodeRequired",
  });
});

describe("secret answers", () => {
  const values = resumeValues(failed);
  const asked = (changes: Partial<typeof values>, had: string[] | null = []) =>
    askedSecrets({ ...failed, run: { ...failed.run, secrets: had } }, { ...values, ...changes }).map(({ variable }) =>
      variable.required ? variable.name : `${variable.name}?`,
    );

  test("are asked for if a node passes them on again", () => {
    expect(secrets.map(({ name }) => name)).toEqual(["token", "pin"]);
    expect(asked({})).toEqual(["token"]);
    expect(asked({ from: "start" })).toEqual(["token", "pin?"]);
    const nodes = values.nodes.map((node) => ({ ...node, chosen: node.key === "build", fate: "done" as const }));
    expect(asked({ nodes })).toEqual([]);
    expect(asked({ from: "chosen", nodes })).toEqual(["token", "pin?"]);
  });

  test("have to be given if the survey requires them, or the run had them", () => {
    expect(asked({ from: "start" }, ["pin"])).toEqual(["token", "pin"]);
    expect(asked({ from: "start" }, null)).toEqual(["token", "pin?"]);
    expect(resumeSchema(failed).safeParse(values).error?.issues[0]).toMatchObject({ path: ["answers", 0, "value"] });
  });

  test("that stay blank are sent so", () => {
    const body = resumeSchema(failed).parse({ ...values, from: "start", answers });
    expect(body.secret).toBe('{"token":"s3cret","pin":""}');
  });
});

test("a run without failures starts from the beginning", () => {
  expect(resumeValues({ run: run([]), secrets: [] }).from).toBe("start");
});
