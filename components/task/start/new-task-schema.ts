import { z } from "zod";
import type { NewTaskValues } from "@/components/task/start/new-task-values";
import type { ActionResult } from "@/lib/operation/result";
import type { NewTaskBody } from "@/lib/task/schema";
import { surveyKind } from "@/lib/template/rules";
import { problemWith } from "@/lib/template/rules/answers";
import { asksForBuild, type StartRights } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";

type Rules = Pick<Template, "id" | "app" | "type" | "survey_vars" | "auto_approve" | "launch">;

/** While the template loads. */
export const NO_RULES: Rules = { id: 0, app: "", type: "", survey_vars: null, auto_approve: false, launch: {} };

/** Validates the dialog's values against the template, and converts them to the body of POST tasks. */
export const newTaskSchema = (
  template: Rules,
  undeclared: Record<string, unknown>,
  rights: StartRights,
): z.ZodType<NewTaskBody, NewTaskValues> =>
  z
    .custom<NewTaskValues>()
    .superRefine((values, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      if (asksForBuild(template, rights) && values.build_task_id === null)
        refuse(["build_task_id"], "buildVersionRequired");
      for (const [index, variable] of (template.survey_vars ?? []).entries()) {
        const value = values.answers[index]?.value ?? "";
        const problem = variable.required && value === "" ? "variableRequired" : problemWith(variable, value);
        if (problem) refuse(["answers", index, "value"], problem);
      }
    })
    .transform((values) => bodyOf(template, values, undeclared));

function bodyOf(template: Rules, values: NewTaskValues, undeclared: Record<string, unknown>): NewTaskBody {
  const {
    answers,
    plan,
    auto_approve,
    destroy,
    tags,
    skip_tags,
    skip_galaxy_install,
    arguments: list,
    ...rest
  } = values;
  const { plain, secret } = sortAnswers(template, answers);
  return {
    ...rest,
    template_id: template.id,
    environment: JSON.stringify({ ...undeclared, ...plain }),
    secret: JSON.stringify(secret),
    arguments: list.length > 0 ? JSON.stringify(list) : null,
    params: {
      ...(plan && { plan }),
      // Omitted if the template approves automatically.
      ...(auto_approve && !template.auto_approve && { auto_approve }),
      ...(destroy && { destroy }),
      ...(tags && { tags }),
      ...(skip_tags && { skip_tags }),
      ...(skip_galaxy_install && { skip_galaxy_install }),
    },
  };
}

function sortAnswers({ survey_vars }: Rules, answers: { value: string }[]) {
  const sorted: Record<"plain" | "secret", Record<string, string>> = { plain: {}, secret: {} };
  for (const [index, { name, type }] of (survey_vars ?? []).entries()) {
    const value = answers[index]?.value ?? "";
    if (value !== "") sorted[surveyKind(type) === "secret" ? "secret" : "plain"][name] = value;
  }
  return sorted;
}

/** A refusal with its texts at the fields of the answers; one about a variable that the form does not have says which. */
export function placed<Data>(result: ActionResult<Data>, rules: Pick<Rules, "survey_vars">): ActionResult<Data> {
  if (result.ok) return result;
  const { code, message, fields } = result.failure;
  const texts = Object.entries(placeOfAnswers(rules, fields));
  const named = texts.map(([path, text]): [string, string] => {
    const name = variableIn(path);
    return [path, name ? `${name}: ${text}` : text];
  });
  const first = texts.findIndex(([, text]) => text === message);
  return { ok: false, failure: { code, message: named[first]?.[1] ?? message, fields: Object.fromEntries(named) } };
}

const variableIn = (path: string): string | undefined => /^(?:environment|secret)\.(.+)$/.exec(path)?.[1];

/** Maps the server's error by variable name to the form's error by index. */
export function placeOfAnswers(
  { survey_vars }: Pick<Rules, "survey_vars">,
  fields: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, text]) => {
      const name = variableIn(path);
      const index = (survey_vars ?? []).findIndex((variable) => variable.name === name);
      return [index < 0 ? path.replace(/^params\./, "") : `answers.${index}.value`, text];
    }),
  );
}
