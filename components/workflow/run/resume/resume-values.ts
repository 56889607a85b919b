import { z } from "zod";
import { nodesInOrder } from "@/components/workflow/graph/layout";
import { statesOf } from "@/components/workflow/run/run-state";
import type { NodeState, ResumeInput, WorkflowRun } from "@/lib/task/schema/workflow";
import { surveyKind } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";

/** What becomes of a failed node. */
export const FATES = ["again", "done", "skip"] as const;

export type ResumeValues = {
  from: "failed" | "chosen" | "start";
  /** In the order of the run. */
  nodes: { key: string; name: string; failed: boolean; chosen: boolean; fate: (typeof FATES)[number] }[];
  /** Of the secret survey variables, in their order. */
  answers: { value: string }[];
};

const FAILED: ReadonlySet<NodeState["status"]> = new Set(["failed", "stopped"]);

export const secretsOf = (variables: readonly SurveyVar[] | null): SurveyVar[] =>
  (variables ?? []).filter(({ type }) => surveyKind(type) === "secret");

export function resumeValues(run: WorkflowRun, secrets: readonly SurveyVar[]): ResumeValues {
  const states = statesOf(run);
  const nodes = nodesInOrder(run.graph).map(({ key, name }): ResumeValues["nodes"][number] => {
    const failed = FAILED.has(states.get(key)?.status ?? "pending");
    return { key, name: name || key, failed, chosen: failed, fate: "again" };
  });
  const from = nodes.some(({ failed }) => failed) ? "failed" : "start";
  return { from, nodes, answers: secrets.map(() => ({ value: "" })) };
}

/** Validates the dialog's values, and converts them to the body of POST resume. */
export const resumeSchema = (secrets: readonly SurveyVar[]): z.ZodType<z.input<typeof ResumeInput>, ResumeValues> =>
  z
    .custom<ResumeValues>()
    .superRefine(({ from, nodes, answers }, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (from === "chosen" && nodes.every(({ chosen }) => !chosen)) refuse(["from"], "nodeRequired");
      for (const [index, { required }] of secrets.entries())
        if (required && !answers[index]?.value) refuse(["answers", index, "value"], "variableRequired");
    })
    .transform(({ from, nodes, answers }) => {
      const fated = (fate: (typeof FATES)[number]) =>
        nodes.filter((node) => from === "failed" && node.failed && node.fate === fate).map(({ key }) => key);
      const given = secrets.flatMap(({ name }, index) => {
        const value = answers[index]?.value ?? "";
        return value === "" ? [] : [[name, value]];
      });
      return {
        from: from === "chosen" ? nodes.filter(({ chosen }) => chosen).map(({ key }) => key) : from,
        ...{ done: fated("done"), skip: fated("skip"), secret: JSON.stringify(Object.fromEntries(given)) },
      };
    });
