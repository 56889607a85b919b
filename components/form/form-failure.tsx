import { useTranslations } from "next-intl";
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { SERVER_ERROR } from "@/components/form/field-error";
import { placeErrors, shownFields } from "@/components/form/invalid-field";
import { Alert } from "@/components/ui/alert";

/** Where a form keeps its save error; each attempt to save clears root errors. */
export const FAILURE = "root.failure";

/** One text per line; null without a failure. */
export const failureOf = ({ root }: FieldErrors): string[] | null => root?.failure?.message?.split("\n") ?? null;

/** The error message at the top of a form. */
export function FormFailure({ failure, title }: { failure: string[] | null; title?: string | undefined }) {
  const t = useTranslations("form");
  if (!failure) return null;
  return (
    <Alert variant="error" title={title ?? t("notSaved")}>
      {failure.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Alert>
  );
}

/** Shows the server's errors at their fields, and returns the texts without a field. */
export function markFields<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  form: HTMLFormElement | null,
  fields: Record<string, string>,
): string[] {
  const { placed, unplaced } = placeErrors(fields, form ? shownFields(form) : new Set());
  for (const [path, text] of Object.entries(placed)) {
    setError(path as Path<Values>, { type: SERVER_ERROR, message: text });
  }
  return unplaced;
}
