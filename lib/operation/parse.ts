import type { z } from "zod";
import { AppError, type ErrorKey, type Issue, type MessageParams } from "@/lib/operation/errors";
import messages from "@/messages/en.json";

/** Parses input, or fails with every issue named by path and message key. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("invalid", { issues: result.error.issues.map(toIssue) });
}

function toIssue(issue: z.core.$ZodIssue): Issue {
  const path = issue.path.map(String).join(".");
  if (isErrorKey(issue.message)) return { path, key: issue.message, params: limitsOf(issue) };
  if (issue.code === "invalid_type") return { path, key: "wrongType", params: { expected: issue.expected } };
  return { path, key: "invalidValue" };
}

function limitsOf(issue: z.core.$ZodIssue): MessageParams | undefined {
  if (issue.code === "too_big") return { maximum: Number(issue.maximum) };
  if (issue.code === "too_small") return { minimum: Number(issue.minimum) };
  return undefined;
}

const isErrorKey = (text: string): text is ErrorKey => text in messages.errors;
