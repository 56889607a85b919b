import { plainAnswer } from "@/lib/task/rules";
import { surveyKind } from "@/lib/template/rules";
import { isBlank } from "@/lib/template/rules/answers";
import type { SurveyVar } from "@/lib/template/schema";

/** The answers that expressions may name, in the types they have in a run. `answers`: in the order of the variables. */
export const previewInputs = (
  variables: readonly SurveyVar[] | null,
  answers: readonly { value: string }[],
): Record<string, unknown> =>
  Object.fromEntries(
    (variables ?? []).flatMap((variable, index) => {
      const value = answers[index]?.value;
      if (isBlank(value) || surveyKind(variable.type) === "secret") return [];
      return [[variable.name, plainAnswer(variable, value)]];
    }),
  );
