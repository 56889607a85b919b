import type { z } from "zod";
import { invalid } from "@/lib/operation/errors";
import { ownValue } from "@/lib/protocol/json-object";
import type { NodeStatus } from "@/lib/protocol/workflow";
import { plainAnswer } from "@/lib/task/rules";
import type { NodeReason, Preview, PreviewInput } from "@/lib/task/schema/workflow";
import { inTime, type Time } from "@/lib/task/workflow/in-time";
import { type SurveyVar, surveyKind } from "@/lib/template/rules";
import { problemWith } from "@/lib/template/rules/answers";
import { decide, type Hold, hasEnded } from "@/lib/workflow/rules/decide";
import { ExpressionError, evaluateCondition } from "@/lib/workflow/rules/expression";
import type { WorkflowGraph } from "@/lib/workflow/schema";

type Inputs = Record<string, unknown>;
type Assumed = Pick<z.output<typeof PreviewInput>, "ends"> & { inputs: Inputs };
type Foreseen = z.output<typeof Preview>;

/**
 * Which nodes would run if they ended like that. A condition on what only a run can know counts as true, and is the reason
 * named for the node that it leads to.
 */
export function previewRun(graph: WorkflowGraph, { inputs, ends }: Assumed): Foreseen {
  for (const key of Object.keys(ends))
    if (!graph.nodes.some((node) => node.key === key)) throw invalid(`ends.${key}`, "nodeMissing", { node: key });
  const states = new Map<string, NodeStatus>(graph.nodes.map(({ key }) => [key, "pending"]));
  const reasons = new Map<string, NodeReason>();
  const time = { spent: 0 };
  const hold: Hold = ({ from, to, condition }) => {
    const held = foretell(condition, { inputs, states, time });
    if (held === null) reasons.set(to, { code: "condition", from, condition });
    return held ?? true;
  };
  for (;;) {
    const { start, end } = decide(graph, states, hold);
    for (const { key, status, reason } of end) {
      states.set(key, status);
      reasons.set(key, reason);
    }
    if (start.length === 0) break;
    for (const { key } of start) states.set(key, ownValue(ends, key) ?? "success");
  }
  return graph.nodes.map(({ key }) => ({ key, status: endOf(states.get(key)), reason: reasons.get(key) ?? null }));
}

/** Survey answers in the types of their variables, as a run has them; expressions can't name secret ones. */
export function typedInputs(variables: readonly SurveyVar[], inputs: Inputs): Inputs {
  const declared = new Map(variables.map((variable) => [variable.name, variable]));
  const typed = Object.entries(inputs).flatMap(([name, value]) => {
    const variable = declared.get(name);
    if (!variable) throw invalid(`inputs.${name}`, "variableUndeclared");
    const problem = problemWith(variable, value);
    if (problem) throw invalid(`inputs.${name}`, problem);
    return surveyKind(variable.type) === "secret" ? [] : [[name, plainAnswer(variable, value)]];
  });
  return Object.fromEntries(typed);
}

const endOf = (status: NodeStatus | undefined): Foreseen[number]["status"] =>
  status === "success" || status === "failed" ? status : "skipped";

type Situation = { inputs: Inputs; states: ReadonlyMap<string, NodeStatus>; time: Time };

/** Null: nobody can know before the run. */
function foretell(condition: string, { inputs, states, time }: Situation): boolean | null {
  const ended = [...states].filter(([, status]) => hasEnded(status));
  const nodes = Object.fromEntries(ended.map(([key, status]) => [key, { status }]));
  try {
    return inTime(time, () => evaluateCondition(condition, { inputs, nodes, run: {} }));
  } catch (error) {
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
