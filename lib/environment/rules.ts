import { parseJsonObject } from "@/lib/protocol/json-object";
import {
  isEnvironmentName,
  isExtraVariableName,
  isReservedVariable,
  isRestrictedVariable,
} from "@/lib/protocol/variable-names";

/** What is wrong with the name of an environment variable, as a message key. */
export function variableNameProblem(name: string) {
  if (!isEnvironmentName(name)) return "variableNameInvalid";
  return isReservedVariable(name) ? "variableNameReserved" : null;
}

/** What is wrong with the name of a secret among the extra variables, which scripts get as an environment variable. */
export function extraSecretProblem(name: string) {
  if (!isExtraVariableName(name)) return "surveyVarNameInvalid";
  return isReservedVariable(name) ? "variableNameReserved" : null;
}

/** The same for a variable set by whatever starts the task: a person, a script or a webhook. */
export const taskVariableProblem = (name: string) =>
  variableNameProblem(name) ?? (isRestrictedVariable(name) ? "variableNameReserved" : null);

// Linux's limits: 128 KiB for one variable, 2 MiB for all of them.
const MAX_TEXT_LENGTH = 256 * 1024;
const MAX_VARIABLES = 1000;
export const MAX_VALUE_LENGTH = 100_000;

/** Whether the JSON text holds more or longer variables than a task can be given. */
export function exceedsVariables(json: string): boolean {
  const values = Object.values(parseJsonObject(json) ?? {});
  if (json.length > MAX_TEXT_LENGTH || values.length > MAX_VARIABLES) return true;
  return values.some((value) => typeof value === "string" && value.length > MAX_VALUE_LENGTH);
}
