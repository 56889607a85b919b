import { parseJson } from "@/lib/protocol/json-text";
import { hasLongNumbers, quoteLongNumbers } from "@/lib/protocol/long-numbers";

/** A request as matchers and values see it; header names are in lower case. */
export type Hook = { headers: Readonly<Record<string, string>>; body: string };

/** Where a matcher or value looks. */
type Place = { source: "header" | "body"; body_data_type: "" | "json" | "string"; key: string };

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
 * A JSON value as Go prints it, as Semaphore's clients expect: arrays as `[1 2]`, objects as `map[a:1 b:2]`, integers below
 * 10^21 in full. Null if the text is longer than `most`.
 */
export function goText(value: unknown, most = Number.POSITIVE_INFINITY): string | null {
  const pieces: string[] = [];
  let left = most;
  const put = (piece: string): boolean => {
    pieces.push(piece);
    left -= piece.length;
    return left >= 0;
  };
  const print = (item: unknown, depth: number): boolean => {
    if (typeof item !== "object" || item === null) return put(scalarText(item));
    if (depth > MAX_DEPTH) return put("…");
    const inner = (part: unknown, at: number, name = "") => put(at > 0 ? ` ${name}` : name) && print(part, depth + 1);
    if (Array.isArray(item)) return put("[") && item.every((part, at) => inner(part, at)) && put("]");
    if (!put("map[")) return false;
    const fields = Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1));
    return fields.every(([name, field], at) => inner(field, at, `${name}:`)) && put("]");
  };
  return print(value, 0) ? pieces.join("") : null;
}

const scalarText = (value: unknown): string => (value === null || value === undefined ? "<nil>" : String(value));

/** The request's JSON document, whatever its content type, or a form's `payload` field; undefined if there is none. */
export function documentOf({ headers, body }: Hook): unknown {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type.startsWith("multipart/")) return undefined;
  // curl sends everything as a form by default, so a form without a payload may be JSON.
  const payload = type === "application/x-www-form-urlencoded" ? new URLSearchParams(body).get("payload") : null;
  return parseKeepingDigits(payload ?? body);
}

/** Integers beyond 2^53 would lose digits; quoted, they read the same. */
function parseKeepingDigits(text: string): unknown {
  const document = parseJson(text);
  return document === undefined || !hasLongNumbers(text) ? document : parseJson(quoteLongNumbers(text));
}

/** What a request may print: as much as its body may hold. */
const MAX_PRINTED = 1024 * 1024;

/** The text at a place; undefined if there is none, null if it is too long. */
export type TextAt = (place: Place) => string | null | undefined;

/** Reads a request. An absent header is blank. What matchers and values ask for again is not printed again. */
export function textsOf(hook: Hook): TextAt {
  const document = documentOf(hook);
  const printed = new Map<string, string | null>();
  let left = MAX_PRINTED;
  const print = (key: string, value: object) => {
    const text = goText(value, left);
    left -= text === null ? left : text.length;
    printed.set(key, text);
    return text;
  };
  return ({ source, body_data_type, key }) => {
    if (source === "header") return hook.headers[key.toLowerCase()] ?? "";
    if (body_data_type !== "json") return hook.body;
    const value = valueAt(document, key);
    if (typeof value !== "object" || value === null) return value === undefined ? undefined : goText(value);
    return printed.get(key) ?? (printed.has(key) ? null : print(key, value));
  };
}

/** A value that is missing or too long equals nothing and contains nothing. */
export function matches(
  method: "equals" | "unequals" | "contains",
  actual: string | null | undefined,
  expected: string,
) {
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
