import { appFamily } from "@/lib/protocol/app";
import { isLostName } from "@/lib/protocol/json-object";
import { UNSTORABLE } from "@/lib/protocol/storable";
import { isExtraVariableName, isRestrictedVariable } from "@/lib/protocol/variable-names";
import { WORKFLOW_APP } from "@/lib/protocol/workflow";

export const TEMPLATE_TYPES = ["", "build", "deploy"] as const;

/** "string" and "integer" are other clients' names for "" and "int"; each is stored as sent. */
export const SURVEY_TYPES = ["", "string", "int", "integer", "secret", "enum"] as const;
type SurveyKind = "text" | "int" | "secret" | "enum";

/** The kind that a survey variable's type stands for. */
export function surveyKind(type: string): SurveyKind {
  if (type === "int" || type === "integer") return "int";
  return type === "secret" || type === "enum" ? type : "text";
}

/** The references and fields that a template of the application requires. */
export const requiredFields = (app: string): { repository: boolean; playbook: boolean; inventory: boolean } => ({
  repository: app !== WORKFLOW_APP,
  playbook: app !== WORKFLOW_APP && appFamily(app) !== "terraform" && appFamily(app) !== "pulumi",
  inventory: appFamily(app) === "ansible",
});

export type SurveyVar = {
  name: string;
  title: string;
  required: boolean;
  type: string;
  values: { name: string; value: string }[] | null;
};

type SurveyShape = { name: string; type: string; values: { name: string }[] | null };
type Problem = { path: (string | number)[]; key: string };

/** Problems of one survey variable other than blank fields. */
export function surveyVarProblems({ name, type, values }: SurveyShape): Problem[] {
  const kind = surveyKind(type);
  const nameKey = name === "" ? null : surveyNameProblem(name, kind);
  const valuesKey = kind === "enum" ? enumProblem(values ?? []) : null;
  return [
    ...(nameKey ? [{ path: ["name"], key: nameKey }] : []),
    ...(valuesKey ? [{ path: ["values"], key: valuesKey }] : []),
  ];
}

/**
 * A plain answer may become `name=value` on a command line, so its name must not look like an option; a secret becomes
 * an environment variable.
 */
function surveyNameProblem(name: string, kind: SurveyKind) {
  if (!isExtraVariableName(name)) return "surveyVarNameInvalid";
  return isLostName(name) || (kind === "secret" && isRestrictedVariable(name)) ? "variableNameReserved" : null;
}

function enumProblem(values: { name: string }[]) {
  if (values.length === 0) return "enumValuesRequired";
  if (values.some(({ name }) => name.trim() === "")) return "enumValueNameRequired";
  return hasDuplicates(values.map(({ name }) => name)) ? "enumValueNamesUnique" : null;
}

/** The index of each repetition of a name. */
export function repeatedAt(names: (string | null)[]): number[] {
  const seen = new Set<string | null>();
  return names.flatMap((name, index) => (seen.size < seen.add(name).size ? [] : [index]));
}

const hasDuplicates = (names: string[]): boolean => repeatedAt(names).length > 0;

/** Where the password of a vault comes from: a key, or a script of the repository. */
export const VAULT_TYPES = ["password", "script"] as const;

/** A vault id that `ansible-playbook --vault-id` accepts; "" is the default vault. */
export const isVaultName = (name: string): boolean => /^(?:\w[\w.-]{0,99})?$/.test(name);

const MAX_ARGUMENTS = 1000;
const MAX_ARGUMENT_LENGTH = 10_000;

/** The arguments in a JSON array of strings; null if the text is anything else, or too long. */
export function parseArguments(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || value.length > MAX_ARGUMENTS) return null;
    return value.every(isArgument) ? value : null;
  } catch {
    // Not JSON at all: reported like any other text that is not a list.
    return null;
  }
}

const isArgument = (item: unknown): item is string =>
  typeof item === "string" && item.length <= MAX_ARGUMENT_LENGTH && !UNSTORABLE.test(item);
