import { isDeepStrictEqual } from "node:util";
import { beginning } from "@/lib/protocol/storable";

/** The change of one field: its values, or only that it changed if they must stay hidden. */
export type Change = { from: unknown; to: unknown } | { sealed: true };
export type Changes = Record<string, Change>;

/** Longer texts would bloat the feed. */
const MAX_TEXT = 500;

/**
 * The fields that an update changes, for its event. `fields` lists those whose values may be shown; `sealed` fields
 * that are true appear by name only. Undefined if nothing differs.
 */
export function changesOf<Field extends string>(
  before: Readonly<Record<Field, unknown>>,
  after: Readonly<Record<Field, unknown>>,
  fields: readonly Field[],
  sealed: Readonly<Record<string, boolean>> = {},
): Changes | undefined {
  const shown = fields
    .filter((field) => !isSame(before[field], after[field]))
    .map((field): [string, Change] => [field, changeOf(before[field], after[field])]);
  const hidden = Object.entries(sealed)
    .filter(([, changed]) => changed)
    .map(([field]): [string, Change] => [field, { sealed: true }]);
  const all = [...shown, ...hidden];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}

export const changeOf = (from: unknown, to: unknown): Change => ({ from: shorten(from), to: shorten(to) });

/** null, "" and [] are all empty; and an instant can be written in several ways. */
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
  return `${beginning(text, MAX_TEXT)}…`;
}
