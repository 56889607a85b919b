import { useMessages } from "next-intl";
import { get, useFormContext, useFormState } from "react-hook-form";
import { readMessage } from "@/lib/operation/fields";

/** The type given to errors whose text came from the server, in the reader's language. */
export const SERVER_ERROR = "server";

type Leaf = { type: string; message: string };

/** The first error in a tree of them; a list's field shows what is wrong with its first bad item. */
export function firstError(node: unknown): Leaf | null {
  if (typeof node !== "object" || node === null) return null;
  if ("type" in node && typeof node.type === "string" && "message" in node && typeof node.message === "string") {
    return { type: node.type, message: node.message };
  }
  for (const [key, child] of Object.entries(node)) {
    const found = key === "ref" ? null : firstError(child);
    if (found) return found;
  }
  return null;
}

/** A schema's message is a key of messages.errors; a text without an entry is zod's own English, never shown. */
export function errorText(error: Leaf, texts: Record<string, string>): string {
  if (error.type === SERVER_ERROR) return error.message;
  const { key, params } = readMessage(error.message);
  return (texts[key] ?? texts.invalid ?? key).replace("{maximum}", String(params?.maximum));
}

/** The error of a list as such, not of its items. */
const ownError = (node: unknown): Leaf | null =>
  firstError(Array.isArray(node) ? ("root" in node ? node.root : null) : node);

/** What is wrong with the field, in words; null when nothing is. `own`: items of the field show their errors themselves. */
export function useFieldError(name: string, own = false): string | null {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const texts: Record<string, string> = useMessages().errors;
  const node = get(errors, name);
  const error = own ? ownError(node) : firstError(node);
  return error ? errorText(error, texts) : null;
}
