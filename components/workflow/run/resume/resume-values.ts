import { z } from "zod";
import { type AskedSecret, missingSecrets, type SecretAnswers, secretText } from "@/components/survey/secret-answers";
import { nodesInOrder } from "@/components/workflow/graph/order";
import { statesOf } from "@/components/workflow/run/run-state";
import type { NodeState, ResumeInput, WorkflowRun } from "@/lib/task/schema/workflow";
import type { SurveyVar } from "@/lib/template/schema";
import { keptOf, secretsInUse } from "@/lib/workflow/rules/resume";

/** What the dialog resumes. `secrets`: of the survey. */
export type Resumed = { run: WorkflowRun; secrets: SurveyVar[] };

/** What becomes of a failed node. */
export const FATES = ["again", "done", "skip"] as const;

/** The answers are of the secret survey variables, in their order. */
export type ResumeValues = SecretAnswers & {
  from: "failed" | "chosen" | "start";
  /** In the order of the run. */
  nodes: { key: string; name: string; failed: boolean; chosen: boolean; fate: (typeof FATES)[number] }[];
};

const FAILED: ReadonlySet<NodeState["status"]> = new Set(["failed", "stopped"]);

/** The secret answers that nodes pass on again, with their place in the survey; those that the run had are required. */
export function askedSecrets({ run, secrets }: Resumed, values: Pick<ResumeValues, "from" | "nodes">): AskedSecret[] {
  const wanted = wantedOf(values);
  const used = secretsInUse(
    run.graph,
    new Set([...keptOf(run.graph, statesOf(run), wanted).nodes, ...wanted.done, ...wanted.skip]),
  );
  return secrets.flatMap((variable, index) => {
    const required = variable.required || (run.secrets?.includes(variable.name) ?? false);
    return used.has(variable.name) ? [{ variable: { ...variable, required }, index }] : [];
  });
}

function wantedOf({ from, nodes }: Pick<ResumeValues, "from" | "nodes">) {
  const fated = (fate: (typeof FATES)[number]) =>
    nodes.filter((node) => from === "failed" && node.failed && node.fate === fate).map(({ key }) => key);
  const chosen = nodes.filter((node) => node.chosen).map(({ key }) => key);
  return { from: from === "chosen" ? chosen : from, done: fated("done"), skip: fated("skip") };
}

export function resumeValues({ run, secrets }: Resumed): ResumeValues {
  const states = statesOf(run);
  const nodes = nodesInOrder(run.graph).map(({ key, name }): ResumeValues["nodes"][number] => {
    const failed = FAILED.has(states.get(key)?.status ?? "pending");
    return { key, name: name || key, failed, chosen: failed, fate: "again" };
  });
  const from = nodes.some(({ failed }) => failed) ? "failed" : "start";
  return { from, nodes, answers: secrets.map(() => ({ value: "" })) };
}

/** Validates the dialog's values, and converts them to the body of POST resume. */
export const resumeSchema = (resumed: Resumed): z.ZodType<z.input<typeof ResumeInput>, ResumeValues> =>
  z
    .custom<ResumeValues>()
    .superRefine((values, context) => {
      const { from, nodes } = values;
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (from === "chosen" && nodes.every(({ chosen }) => !chosen)) refuse(["from"], "nodeRequired");
      for (const path of missingSecrets(askedSecrets(resumed, values), values)) refuse(path, "variableRequired");
    })
    .transform((values) => ({ ...wantedOf(values), secret: secretText(askedSecrets(resumed, values), values) }));
