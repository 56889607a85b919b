import { parseJson } from "@/lib/protocol/json-text";

/** A request as matchers and values see it; header names are in lower case. */
export type Hook = { headers: Readonly<Record<string, string>>; body: string };

/** Where a matcher or value looks. */
export type Place = { source: "header" | "body"; body_data_type: "" | "json" | "string"; key: string };

const MAX_SEGMENTS = 100;
const MAX_DEPTH = 50;

/**
 * The value at a path such as `commits.[0].author.name`; undefined if there is none. Dots separate segments; `[n]` is
 * an array element and is ignored if the value is no array.
 */
export function valueAt(document: unknown, path: string): unknown {
  const segments = path.split(".", MAX_SEGMENTS + 1);
  if (segments.length > MAX_SEGMENTS) return undefined;
  let value = document;
  for (const segment of segments) {
    const index = /^\[(\d{1,9})\]$/.exec(segment)?.[1];
    if (index === undefined) value = fieldOf(value, segment);
    else if (Array.isArray(value)) value = value[Number(index)];
    if (value === undefined || value === null) return undefined;
  }
  return value;
}

function fieldOf(value: unknown, name: string): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/**
 * A JSON value as Go prints it, as the peer's clients expect: arrays as `[1 2]`, objects as `map[a:1 b:2]`, integers in full.
 */
export function goText(value: unknown, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  if (typeof value === "boolean") return String(value);
  if (value === null || value === undefined) return "<nil>";
  if (depth > MAX_DEPTH) return "…";
  if (Array.isArray(value)) return `[${value.map((item) => goText(item, depth + 1)).join(" ")}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${fields.map(([name, field]) => `${name}:${goText(field, depth + 1)}`).join(" ")}]`;
}

/** The request's JSON document, whatever its content type, or a form's `payload` field; undefined if there is none. */
export function documentOf({ headers, body }: Hook): unknown {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type.startsWith("multipart/")) return undefined;
  // curl sends everything as a form by default, so a form without a payload may be JSON.
  const payload = type === "application/x-www-form-urlencoded" ? new URLSearchParams(body).get("payload") : null;
  return parseKeepingDigits(payload ?? body);
}

const LONG_NUMBER = /\d{16}/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Integers beyond 2^53 would lose digits; quoted, they read the same. */
function parseKeepingDigits(text: string): unknown {
  const document = parseJson(text);
  if (document === undefined || !LONG_NUMBER.test(text)) return document;
  return parseJson(text.replace(TOKENS, quoteLong));
}

const quoteLong = (token: string): string => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token);

/** The text at a place in the request; undefined if there is none. An absent header is blank. */
export function textAt(hook: Hook, document: unknown, { source, body_data_type, key }: Place): string | undefined {
  if (source === "header") return hook.headers[key.toLowerCase()] ?? "";
  if (body_data_type !== "json") return hook.body;
  const value = valueAt(document, key);
  return value === undefined ? undefined : goText(value);
}

/** A missing value equals nothing and contains nothing. */
export function matches(method: "equals" | "unequals" | "contains", actual: string | undefined, expected: string) {
  switch (method) {
    case "equals":
      return actual === expected;
    case "unequals":
      return actual !== expected;
    case "contains":
      return actual?.includes(expected) ?? false;
  }
}

const SECRET_NAME = /auth|cookie|token|secret|signature|password|credential|api-?key/;

/** Headers that may carry credentials, and those `further` ones that do; only their names are stored. */
export const isSecretHeader = (name: string, further: readonly string[] = []): boolean =>
  SECRET_NAME.test(name.toLowerCase()) || further.includes(name.toLowerCase());
