import { surveyKind } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";

/** Survey variables whose secret answers are asked for again, with their places in the form's answers. */
export type AskedSecret = { variable: SurveyVar; index: number };

export type SecretAnswers = { answers: { value: string }[] };

export const secretsOf = (variables: readonly SurveyVar[] | null): SurveyVar[] =>
  (variables ?? []).filter(({ type }) => surveyKind(type) === "secret");

/** Paths of required answers that are missing. */
export const missingSecrets = (asked: readonly AskedSecret[], { answers }: SecretAnswers): (string | number)[][] =>
  asked.flatMap(({ variable, index }) =>
    variable.required && !answers[index]?.value ? [["answers", index, "value"]] : [],
  );

/** As the API takes them. */
export const secretText = (asked: readonly AskedSecret[], { answers }: SecretAnswers): string =>
  JSON.stringify(Object.fromEntries(asked.map(({ variable, index }) => [variable.name, answers[index]?.value ?? ""])));
