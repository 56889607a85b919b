import type { PlanAttribute, PlanValue } from "@/lib/protocol/plan";

/** A value before and after, with the marks of a plan: what is known later, and what must not be shown. */
export type Marked = {
  before: unknown;
  after: unknown;
  unknown: unknown;
  sensitive: { before: unknown; after: unknown };
};

export type Path = readonly (string | number)[];

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_-]*$/u;

const NONE: PlanValue = { kind: "none", text: "" };
const SENSITIVE: PlanValue = { kind: "sensitive", text: "" };
const UNKNOWN: PlanValue = { kind: "unknown", text: "" };

/** As the tools write it: `tags["a b"]`, `rule[0].port`. */
export const pathText = (path: Path): string => path.map((part, index) => partText(part, index === 0)).join("");

function partText(part: string | number, first: boolean): string {
  if (typeof part === "number") return `[${part}]`;
  if (!IDENTIFIER.test(part)) return `[${JSON.stringify(part)}]`;
  return first ? part : `.${part}`;
}

/** The single values that differ. What is sensitive on either side is shown on neither. */
export function changedValues(value: Marked, path: Path = []): PlanAttribute[] {
  const { before, after, unknown, sensitive } = value;
  if (sensitive.before === true || sensitive.after === true) return hidden(value, path);
  if (unknown === true && isEmpty(before)) return [attribute(path, NONE, UNKNOWN)];
  if (unknown === true && !isContainer(before)) return [attribute(path, shown(before), UNKNOWN)];
  if (unknown === true) return [...changedValues(removed(value), path), attribute(path, NONE, UNKNOWN)];
  const keys = keysOf(value);
  if (keys) return keys.flatMap((key) => changedValues(partOf(value, key), [...path, key]));
  if (isContainer(before) || isContainer(after)) {
    if (sameKind(before, after) || isEmpty(before) || isEmpty(after)) return [];
    return [...changedValues(removed(value), path), ...changedValues(added(value), path)];
  }
  return isSame(before, after) ? [] : [attribute(path, shown(before), shown(after))];
}

const attribute = (path: Path, before: PlanValue, after: PlanValue): PlanAttribute => ({
  path: pathText(path),
  before,
  after,
});

/** An unknown value takes the place of the one before. */
const removed = (value: Marked): Marked => ({ ...value, after: undefined, unknown: false });
const added = (value: Marked): Marked => ({ ...value, before: undefined });

function hidden({ before, after, unknown }: Marked, path: Path): PlanAttribute[] {
  const hide = (side: unknown) => (isAbsent(side) ? NONE : SENSITIVE);
  if (holdsTrue(unknown)) return [attribute(path, hide(before), SENSITIVE)];
  return isSame(before, after) ? [] : [attribute(path, hide(before), hide(after))];
}

const holdsTrue = (mark: unknown): boolean =>
  mark === true || (isContainer(mark) && Object.values(mark).some(holdsTrue));

/** Keys of two objects or lists, or of one that comes or goes; null: they are looked at as a whole. */
function keysOf({ before, after, unknown }: Marked): (string | number)[] | null {
  const sides = [before, after].filter((side) => !isAbsent(side));
  const like = sides[0] ?? unknown;
  if (!isContainer(like) || !sides.every((side) => sameKind(side, like))) return null;
  const marked = isContainer(unknown) ? Object.keys(unknown).filter((key) => holdsTrue(partAt(unknown, key))) : [];
  const keys = new Set([...sides.flatMap((side) => (isContainer(side) ? Object.keys(side) : [])), ...marked]);
  if (keys.size === 0) return null;
  return [...keys].map((key) => (Array.isArray(like) ? Number(key) : key));
}

const partOf = ({ before, after, unknown, sensitive }: Marked, key: string | number): Marked => ({
  before: partAt(before, key),
  after: partAt(after, key),
  unknown: partAt(unknown, key),
  sensitive: { before: partAt(sensitive.before, key), after: partAt(sensitive.after, key) },
});

const partAt = (value: unknown, key: string | number): unknown =>
  isContainer(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
const isAbsent = (value: unknown): boolean => value === null || value === undefined;
const isEmpty = (value: unknown): boolean => isAbsent(value) || (isContainer(value) && Object.keys(value).length === 0);
const sameKind = (a: unknown, b: unknown): boolean =>
  isContainer(a) && isContainer(b) && Array.isArray(a) === Array.isArray(b);

const isSame = (a: unknown, b: unknown): boolean =>
  isAbsent(a) ? isAbsent(b) : JSON.stringify(a) === JSON.stringify(b);

const shown = (value: unknown): PlanValue => (isAbsent(value) ? NONE : { kind: "value", text: JSON.stringify(value) });

/** The texts in a value that are marked themselves: of a whole that is sensitive, most parts are ordinary words. */
export function sensitiveTexts(value: unknown, mark: unknown): string[] {
  if (typeof value === "string") return mark === true ? [value] : [];
  if (!isContainer(value)) return [];
  return Object.keys(value).flatMap((key) => sensitiveTexts(partAt(value, key), partAt(mark, key)));
}
