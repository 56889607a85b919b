import { isDeepStrictEqual } from "node:util";
import { beginning } from "@/lib/protocol/storable";

/** The change of one field: its values, or only that it changed if they must stay hidden. */
export type Change = { from: unknown; to: unknown } | { sealed: true };
export type Changes = Record<string, Change>;

/** Longer texts would bloat the feed. */
const MAX_TEXT = 500;

/** How the change of a field appears: with its values, by its name only, or not at all. */
type Tracking = "shown" | "sealed" | "untracked";

/** Answers may be confidential, wherever they are. */
type HoldsAnswers = "task_params" | "graph";

/** Of each column of a table: a new one doesn't compile until it is decided. */
export type TrackingOf<Columns> = {
  readonly [Column in keyof Columns]: Column extends HoldsAnswers ? "sealed" : Tracking;
};

type Tracked<Of> = { [Field in keyof Of]: Of[Field] extends "untracked" ? never : Field }[keyof Of];

/**
 * The fields that an update changes, for its event. `secrets` that are true appear by name only: their values can't be
 * compared. Undefined if nothing differs.
 */
export function changesOf<Of extends Readonly<Record<string, Tracking>>>(
  before: Readonly<Record<Tracked<Of>, unknown>>,
  after: Readonly<Record<Tracked<Of>, unknown>>,
  tracking: Of,
  secrets: Readonly<Record<string, boolean>> = {},
): Changes | undefined {
  const was: Readonly<Record<string, unknown>> = before;
  const is: Readonly<Record<string, unknown>> = after;
  const changed = Object.entries(tracking)
    .filter(([field, how]) => how !== "untracked" && !isSame(was[field], is[field]))
    .map(([field, how]): [string, Change] => [
      field,
      how === "sealed" ? { sealed: true } : changeOf(was[field], is[field]),
    ]);
  const replaced = Object.entries(secrets)
    .filter(([, isNew]) => isNew)
    .map(([field]): [string, Change] => [field, { sealed: true }]);
  const all = [...changed, ...replaced];
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
