import type { z } from "zod";
import { AppError, type ErrorKey, type Issue } from "@/lib/operation/errors";
import { readMessage } from "@/lib/operation/fields";
import { MAX_ISSUES } from "@/lib/protocol/entries";
import messages from "@/messages/en.json";

/** Parses input, or fails listing the first `most` issues by path and message key. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { most = MAX_ISSUES, ...where }: { inPath?: boolean; most?: number } = {},
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("invalid", { ...where, issues: result.error.issues.slice(0, most).map(toIssue) });
}

function toIssue(issue: z.core.$ZodIssue): Issue {
  const path = issue.path.map(String).join(".");
  const { key, params } = readMessage(issue.message);
  if (isErrorKey(key)) return { path, key, params };
  if (issue.code === "invalid_type") return { path, key: "wrongType", params: { expected: issue.expected } };
  return { path, key: "invalidValue" };
}

export const isErrorKey = (text: string): text is ErrorKey => text in messages.errors;
