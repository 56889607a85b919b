import { issuesOf, toAppError } from "@/lib/operation/errors";
import { storableIssues } from "@/lib/protocol/refusal";
import { UNSTORABLE } from "@/lib/protocol/storable";
import type { NodeReason } from "@/lib/protocol/workflow";
import { log } from "@/lib/settings/log";
import { inTime, type Time } from "@/lib/task/workflow/in-time";
import { ExpressionError, type ExpressionValues, evaluate } from "@/lib/workflow/rules/expression";
import type { WorkflowValue } from "@/lib/workflow/schema";

/** Why a node, or an item of it, cannot start. */
export class NodeProblem extends Error {
  constructor(readonly reason: NodeReason) {
    super(reason.code);
  }
}

/** Reads a value of the node; one that cannot be worked out, or stored, is named by its field. */
export function inField<Value>(field: string, read: () => Value): Value {
  try {
    const value = read();
    if (!isStorable(value)) throw new ExpressionError("the result has a character that cannot be stored");
    return value;
  } catch (error) {
    if (error instanceof ExpressionError) throw expressionProblem(field, error.message);
    throw error;
  }
}

/** What expressions name, and the time that they share. */
export type Sources = { values: ExpressionValues; time: Time };

/** The constant or the expression's value; undefined for a secret, or for an expression without sources. */
export function plainValue(value: WorkflowValue, sources: Sources | null, field: string): unknown {
  if ("value" in value) return value.value;
  if ("secret" in value || !sources) return undefined;
  return inField(field, () => inTime(sources.time, () => evaluate(value.expression, sources.values)));
}

export const expressionProblem = (field: string, message: string): NodeProblem =>
  new NodeProblem({ code: "expression", field, message });

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !UNSTORABLE.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, member]) => !UNSTORABLE.test(name) && isStorable(member));
}

/** The reason that a thrown value stands for. Throws if the same may succeed later. */
export function reasonOf(error: unknown): NodeReason {
  if (error instanceof NodeProblem) return error.reason;
  const refused = toAppError(error);
  if (refused.code === "unavailable") throw error;
  if (refused.code === "internal") log.error({ err: error }, "a node of a workflow cannot start");
  const issues = issuesOf(refused);
  const isMissing = issues.some(({ key }) => key === "templateNotFound");
  return isMissing ? { code: "template_missing" } : { code: "refused", message: "", issues: storableIssues(issues) };
}
