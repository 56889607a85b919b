import { isUnavailable, RETRY_AFTER_SECONDS } from "@/lib/operation/database-outage";
import type messages from "@/messages/en.json";

/** Message keys of `errors` in messages/en.json: the form's text, and the API's unless api-texts.ts has an exact one. */
export type ErrorKey = keyof (typeof messages)["errors"];
export type MessageParams = Record<string, string | number>;

/** Every way an operation can fail; the one table that gives it an HTTP status. */
export const STATUS_OF = {
  invalid: 400,
  in_use: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  locked: 423,
  too_many: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof STATUS_OF;

/** One thing wrong with the input; `path` is dotted, "" for the whole. */
export type Issue = { path: string; key: ErrorKey; params?: MessageParams };

type Details = {
  /** Without a key the answer has an empty body, as Semaphore's; a 403 says that it is not allowed. */
  key?: ErrorKey;
  params?: MessageParams;
  issues?: Issue[];
  retryAfterSeconds?: number;
  /** What is wrong is an id in the path: nothing that a person filled in. */
  inPath?: boolean;
  /** Extra fields of the JSON body. */
  extra?: Record<string, unknown>;
  cause?: unknown;
};

/** An expected failure. `key` and `issues` are for the caller; the message and cause stay in the server's log. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly details: Details = {},
  ) {
    super(details.key ?? details.issues?.map((issue) => `${issue.path}: ${issue.key}`).join("; ") ?? code, {
      cause: details.cause,
    });
  }
}

export const invalid = (path: string, key: ErrorKey, params?: MessageParams): AppError =>
  new AppError("invalid", { issues: [{ path, key, params }] });

/** Everything that is wrong. Empty if the answer has no text. */
export function issuesOf({ code, details }: AppError): Issue[] {
  const { issues = [], key, params } = details;
  if (issues.length > 0) return issues;
  if (key) return [{ path: "", key, params }];
  return code === "forbidden" ? [{ path: "", key: "notAllowed" }] : [];
}

/** Other things keep it from being deleted. */
export const inUse = (key: ErrorKey): AppError => new AppError("in_use", { key, extra: { inUse: true } });

/** A 401 for signed-in users, as Semaphore sends it: clients show the text. */
export const notAllowed = (): AppError => new AppError("unauthenticated", { key: "notAllowed" });

export const notFound = (): AppError => new AppError("not_found");

/** Fails as the check does, with every path below the field. */
export async function below<Result>(field: string, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.issues) throw error;
    const issues = error.details.issues.map((issue) => ({ ...issue, path: `${field}.${issue.path}` }));
    throw new AppError(error.code, { ...error.details, issues });
  }
}

/** Returns the row, or fails as not found when there is none (or it belongs to another project). */
export function found<Row>(row: Row | undefined | null): Row {
  if (row === undefined || row === null) throw notFound();
  return row;
}

/** The children from a left join of a parent with its children; not found if the parent is missing. */
export function foundParts<Part>(rows: { part: Part | null }[]): Part[] {
  if (rows.length === 0) throw notFound();
  return rows.flatMap(({ part }) => part ?? []);
}

/** The Postgres code of a database failure (23505 unique, 23503 reference…), wherever Drizzle wrapped it. */
export function databaseCode(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return null;
}

/** Any thrown value as an AppError; unknown ones become `internal` and keep the original as cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Only JSON that is nested thousands of levels deep exhausts the stack.
  if (error instanceof RangeError && /call stack/.test(error.message))
    return new AppError("invalid", { key: "requestBodyInvalid" });
  const code = codeOf(databaseCode(error) ?? "");
  const retryAfterSeconds = code === "unavailable" ? RETRY_AFTER_SECONDS : undefined;
  return new AppError(code, { key: ERROR_KEYS[code], retryAfterSeconds, cause: error });
}

/** Unique and foreign keys. */
const CONFLICTS = ["23505", "23503"];

function codeOf(database: string): ErrorCode {
  if (CONFLICTS.includes(database)) return "conflict";
  return isUnavailable(database) ? "unavailable" : "internal";
}

const ERROR_KEYS: Partial<Record<ErrorCode, ErrorKey>> = {
  conflict: "conflict",
  unavailable: "unavailable",
  internal: "internal",
};
