import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { SERVER_ERROR } from "@/components/form/field-error";
import { placeErrors, shownFields } from "@/components/form/invalid-field";

/** Where a form keeps why it was not saved: every attempt to save drops what stands at its root. */
export const FAILURE = "root.failure";

/** Line by line; null when the form did not fail. */
export const failureOf = ({ root }: FieldErrors): string[] | null => root?.failure?.message?.split("\n") ?? null;

/** Shows a server's errors at the fields they belong to, and returns the texts that no field is there for. */
export function markFields<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  form: HTMLFormElement | null,
  fields: Record<string, string>,
): string[] {
  const { placed, homeless } = placeErrors(fields, form ? shownFields(form) : new Set());
  for (const [path, text] of Object.entries(placed)) {
    setError(path as Path<Values>, { type: SERVER_ERROR, message: text });
  }
  return homeless;
}
