import { taskVariableProblem } from "@/lib/environment/rules";
import { type Hook, isSecretHeader, matches, type TextAt, textsOf } from "@/lib/integration/rules";
import type { ExtractValue, Matcher } from "@/lib/integration/schema";
import type { DeliveryReason } from "@/lib/protocol/delivery";
import { beginning, storable } from "@/lib/protocol/storable";

/** Maximum length of a value; a whole body may be longer. */
const MAX_VALUE = 8 * 1024;
const MAX_BODY_VALUE = 64 * 1024;
const SHOWN = 200;

type MatcherResult = { id: number; name: string; ok: boolean; actual: string | null };
type Refusal = { reason: DeliveryReason; detail: string };

export type Evaluation = {
  matchers: MatcherResult[];
  /** By variable; places that hold nothing are omitted. */
  values: Record<string, string>;
  /** Null: a task may start. */
  refusal: (Refusal & { outcome: "unmatched" | "refused" }) | null;
};

/** Checks a request against every matcher and extracts the values. */
export function evaluate(
  hook: Hook,
  matchers: Matcher[],
  values: ExtractValue[],
  isSecret: (header: string) => boolean = isSecretHeader,
): Evaluation {
  const textAt = textsOf(hook);
  const results = matchers.map((matcher) => evaluateMatcher(textAt, matcher, isSecret));
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  if (failed.length > 0 || results.length === 0) {
    const reason = results.length === 0 ? "no_matchers" : "no_match";
    return { matchers: results, values: {}, refusal: { outcome: "unmatched", reason, detail: failed.join(", ") } };
  }
  const extracted = values.map((value) => extract(textAt, value));
  const refusal = extracted.map(({ problem }) => problem).find((problem) => problem !== null) ?? null;
  const found = extracted.flatMap(({ variable, text }) =>
    typeof text !== "string" ? [] : [[variable, text] as const],
  );
  return {
    matchers: results,
    values: refusal ? {} : Object.fromEntries(found),
    refusal: refusal && { outcome: "refused", ...refusal },
  };
}

function evaluateMatcher(textAt: TextAt, matcher: Matcher, isSecret: (header: string) => boolean): MatcherResult {
  const { id, name, match_type: source, body_data_type, key, method, value } = matcher;
  const actual = textAt({ source, body_data_type, key });
  const hidden = source === "header" && isSecret(key);
  return {
    id,
    name,
    ok: matches(method, actual, value),
    actual: typeof actual !== "string" || hidden ? null : storable(beginning(actual, SHOWN)),
  };
}

function extract(textAt: TextAt, value: ExtractValue) {
  const { value_source: source, body_data_type, key, variable } = value;
  const text = textAt({ source, body_data_type, key });
  const limit = source === "body" && body_data_type !== "json" ? MAX_BODY_VALUE : MAX_VALUE;
  return { variable, text, problem: problemWith(variable, text, limit) };
}

function problemWith(variable: string, text: string | null | undefined, limit: number): Refusal | null {
  if (taskVariableProblem(variable)) return { reason: "variable_name", detail: variable };
  if (text === undefined) return null;
  if (text === null || Buffer.byteLength(text) > limit) return { reason: "value_too_long", detail: variable };
  return text.includes("\0") ? { reason: "value_nul", detail: variable } : null;
}
