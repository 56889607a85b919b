import { BETWEEN, FEW, type PackedColumn, type PackedRows } from "@/components/table/packed-rows";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Packs the named fields of rows, for a page to pass to its table. */
export function packRows<Row, Field extends keyof Row>(
  rows: readonly Row[],
  fields: readonly Field[],
): PackedRows<Pick<Row, Field>> {
  const columns = fields.map((field) => [field, packColumn(rows.map((row) => row[field]))]);
  return { count: rows.length, columns: Object.fromEntries(columns) };
}

function packColumn<Value>(all: Value[]): PackedColumn<Value> {
  if (all.every((value) => value === all[0])) return { values: all.slice(0, 1) };
  if (areWhole(all) && areMany(all)) return { steps: writeSteps(all) };
  const { values, at } = placesOf(all);
  if (values.length === 1) return { values };
  if (values.length <= FEW && values.length < all.length) return { values, at: writeDigits(at) };
  if (values.length <= all.length / 2) return { values, at };
  return arePlain(all) ? { texts: writeTexts(all) } : { values: all };
}

/** Whether they differ too much for digits; a long column shows it soon. */
function areMany(all: unknown[]): boolean {
  const different = new Set<unknown>();
  for (const value of all) if (different.add(value).size > FEW) return true;
  return different.size > 1 && different.size === all.length;
}

/** The different values, and the place of each one among them. */
function placesOf<Value>(all: Value[]): { values: Value[]; at: number[] } {
  const places = new Map<unknown, number>();
  const values: Value[] = [];
  const at = all.map((value) => {
    const key = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    return values.push(value) - 1;
  });
  return { values, at };
}

/** Adding them up is faster than joining them. */
function writeDigits(places: number[]): string {
  let digits = "";
  for (const place of places) digits += DIGITS[place];
  return digits;
}

const areWhole = (all: unknown[]): all is number[] => all.every(Number.isSafeInteger);
const arePlain = (all: unknown[]): all is string[] =>
  all.every((value) => typeof value === "string" && !value.includes(BETWEEN));

function writeSteps(all: number[]): string {
  let last = 0;
  let steps = "";
  for (const value of all) {
    const difference = value - last;
    last = value;
    steps += difference < 0 ? difference.toString(FEW) : `+${difference.toString(FEW)}`;
  }
  return steps;
}

function writeTexts(all: string[]): string {
  let last = "";
  const rest = (text: string) => {
    const shared = countShared(last, text);
    last = text;
    return shared.toString(FEW) + text.slice(shared);
  };
  return all.map(rest).join(BETWEEN);
}

/** Half of a letter outside of the basic plane can't be transferred. */
const HALF_AT_END = /[\ud800-\udbff]$/;

function countShared(one: string, other: string): number {
  let shared = 0;
  while (shared < FEW - 1 && shared < one.length && one[shared] === other[shared]) shared += 1;
  return HALF_AT_END.test(one.slice(0, shared)) ? shared - 1 : shared;
}
