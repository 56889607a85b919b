import type { ErrorKey } from "@/lib/operation/errors";
import { type SurveyVar, surveyKind } from "@/lib/template/rules";

/** Why a value is no answer to a survey variable; "" and null answer nothing, which is fine here. */
export function problemWith(
  variable: Pick<SurveyVar, "type" | "values" | "required">,
  value: unknown,
): ErrorKey | null {
  if (isBlank(value)) return null;
  const kind = surveyKind(variable.type);
  if (kind === "int" && !/^\d+$/.test(textOf(value))) return "digitsOnly";
  if (kind === "int" && !Number.isSafeInteger(Number(value))) return "numberTooLarge";
  if (kind === "enum" && !variable.values?.some((option) => option.value === textOf(value))) return "notAnOption";
  return null;
}

export const isBlank = (value: unknown) => value === undefined || value === null || value === "";
export const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
