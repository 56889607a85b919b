import { get, useFormContext, useFormState } from "react-hook-form";
import { type ProblemWords, useProblemWords } from "@/components/problem/use-error-words";
import { readMessage } from "@/lib/operation/fields";

/** Type of errors whose text came from the server, already translated. */
export const SERVER_ERROR = "server";

type Leaf = { type: string; message: string };

/** The first error in a tree of errors; a list's field shows the error of its first invalid item. */
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

/** A schema's message is a key of messages.errors; other texts are zod's own English and are never shown. */
export function errorText(error: Leaf, words: ProblemWords): string {
  if (error.type === SERVER_ERROR) return error.message;
  return words(readMessage(error.message));
}

/** The error of a list itself, without its items' errors. */
const ownError = (node: unknown): Leaf | null =>
  firstError(Array.isArray(node) ? ("root" in node ? node.root : null) : node);

/** The field's error text; null if there is none. `own`: the field's items show their errors themselves. */
export function useFieldError(name: string, own = false): string | null {
  const { control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const words = useProblemWords();
  const node = get(errors, name);
  const error = own ? ownError(node) : firstError(node);
  return error ? errorText(error, words) : null;
}
