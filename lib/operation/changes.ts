import { isDeepStrictEqual } from "node:util";

/** What became of one field: its values, or, where they are not for the feed, only that it changed. */
type Change = { from: unknown; to: unknown } | { sealed: true };
export type Changes = Record<string, Change>;

/** A longer text would make the feed heavier than what it tells of. */
const MAX_TEXT = 500;

/**
 * The fields that an update changes, for its event. `fields` names those whose values may be shown; of `sealed` only the
 * name is told, where the value is true. Undefined when nothing differs.
 */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  after: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
  sealed: Readonly<Record<string, boolean>> = {},
): Changes | undefined {
  const shown = fields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field): [string, Change] => [field, { from: shorten(before[field]), to: shorten(after[field]) }]);
  const told = Object.entries(sealed)
    .filter(([, changed]) => changed)
    .map(([field]): [string, Change] => [field, { sealed: true }]);
  const all = [...shown, ...told];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

/** Nothing is nothing, whether it is written as null, "" or []; and an instant may be written in several ways. */
const isSame = (a: unknown, b: unknown): boolean =>
  (isBlank(a) && isBlank(b)) ||
  isDeepStrictEqual(a, b) ||
  (isInstant(a) && isInstant(b) && Date.parse(a) === Date.parse(b));

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);

function shorten(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  if (text.length <= MAX_TEXT) return value ?? null;
  // Half a character at the cut could not be stored.
  return `${text.slice(0, MAX_TEXT).replace(/\p{Surrogate}$/u, "")}…`;
}
