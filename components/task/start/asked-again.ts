import { secretsOf } from "@/components/survey/secret-answers";
import type { SurveyVar } from "@/lib/template/schema";

/**
 * The secret variables of a refusal, and all required ones: what the task had and has lost. Null if something else is
 * wrong. `fields`: texts by path.
 */
export function askedAgain(survey: SurveyVar[] | null, fields: Record<string, string>): SurveyVar[] | null {
  const secrets = secretsOf(survey);
  const isDeclared = (name = "") => secrets.some((variable) => variable.name === name);
  const names = Object.keys(fields).map((path) => {
    const [, field, name] = /^(environment|secret)\.(.+)$/.exec(path) ?? [];
    return field === "secret" || isDeclared(name) ? name : undefined;
  });
  if (names.length === 0 || names.includes(undefined)) return null;
  const declared = secrets.filter(({ name, required }) => required || names.includes(name));
  const others = names.flatMap((name) => (name === undefined || isDeclared(name) ? [] : { ...UNDECLARED, name }));
  return [...declared.map((variable) => ({ ...variable, required: true })), ...others];
}

/** Who manages a project may pass variables that no survey has. */
const UNDECLARED = { title: "", description: "", type: "secret", required: true, values: null } as const;
