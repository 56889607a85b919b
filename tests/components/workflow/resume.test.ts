import { expect, test } from "vitest";
import { resumeSchema, resumeValues, secretsOf } from "@/components/workflow/run/resume/resume-values";
import type { SurveyVar } from "@/lib/template/schema";
import { run, state } from "./run";

const variable = (name: string, type: SurveyVar["type"], required = false): SurveyVar => ({
  ...{ name, title: name, description: "", type, required, values: null },
});
const secrets = secretsOf([variable("region", ""), variable("token", "secret", true), variable("pin", "secret")]);
const failed = run([
  state("build", { status: "success" }),
  state("ask", { status: "success" }),
  state("deploy", { status: "failed" }),
  state("undo", { status: "stopped" }),
]);
const answers = [{ value: "s3cret" }, { value: "" }];

test("an ended run is resumed from its failed nodes; a manager may take one for done, or skip it", () => {
  const values = resumeValues(failed, secrets);
  expect(values.from).toBe("failed");
  const nodes = values.nodes.map((node) => ({
    ...node,
    fate: node.key === "deploy" ? ("done" as const) : node.key === "undo" ? ("skip" as const) : node.fate,
  }));
  const body = resumeSchema(secrets).parse({ ...values, nodes, answers });
  expect(body).toEqual({ from: "failed", done: ["deploy"], skip: ["undo"], secret: '{"token":"s3cret"}' });
});

test("chosen nodes are named, and what was decided about failed ones is not sent", () => {
  const values = resumeValues(failed, secrets);
  const nodes = values.nodes.map((node) => ({ ...node, chosen: node.key === "ask", fate: "skip" as const }));
  expect(resumeSchema(secrets).parse({ from: "chosen", nodes, answers })).toMatchObject({
    from: ["ask"],
    done: [],
    skip: [],
  });
  const none = { from: "chosen" as const, nodes: nodes.map((node) => ({ ...node, chosen: false })), answers };
  expect(resumeSchema(secrets).safeParse(none).error?.issues[0]).toMatchObject({
    path: ["from"],
    message: "nodeRequired",
  });
});

test("secret answers are asked again, and a required one has to be given", () => {
  expect(secrets.map(({ name }) => name)).toEqual(["token", "pin"]);
  const values = resumeValues(failed, secrets);
  expect(resumeSchema(secrets).safeParse(values).error?.issues[0]).toMatchObject({ path: ["answers", 0, "value"] });
});

test("a run without failures starts from the beginning", () => {
  expect(resumeValues(run([]), []).from).toBe("start");
});
