import type { ErrorKey, Issue, MessageParams } from "@/lib/operation/errors";

/** Why an operation failed, before it is translated. */
export type Refusal = { code: string; key?: ErrorKey; params?: MessageParams; issues?: Issue[] };

/** A translated failure. `fields` holds messages by input path (`survey_vars.0.name`). */
export type Failure = { code: string; message: string; fields: Record<string, string> };

/** A server action's result; actions never throw for an expected failure. */
export type ActionResult<Data> = { ok: true; data: Data } | { ok: false; failure: Failure };

type Translate = (key: `errors.${ErrorKey}`, params?: MessageParams) => string;

/** `otherwise` is the text for a refusal that has none of its own. */
export function translateRefusal(
  { code, key, params, issues = [] }: Refusal,
  translate: Translate,
  otherwise: () => string,
): Failure {
  const fields = Object.fromEntries(
    issues.map((issue) => [issue.path, translate(`errors.${issue.key}`, issue.params)]),
  );
  const message = key ? translate(`errors.${key}`, params) : (Object.values(fields)[0] ?? otherwise());
  return { code, message, fields };
}
