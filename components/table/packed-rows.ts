/**
 * A column's values; with `at`, each of them once, and for every row its place among them: as digits if they are few.
 * `steps`: of whole numbers, from each to the next. `texts`: how many letters each shares with the one before, then its
 * other letters.
 */
type PackedColumn<Value> = { values: Value[]; at?: number[] | string } | { steps: string } | { texts: string };

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
const FEW = DIGITS.length;
const LETTER_A = "a".charCodeAt(0);
/** `digit`: the code of one of DIGITS. Faster than to parse it: a list has thousands. */
const placeOf = (digit: number): number => (digit < LETTER_A ? digit - 48 : digit - LETTER_A + 10);
/** Between texts; columns with a text that contains it are left as they are. */
const BETWEEN = "|";

/**
 * Rows by column: a page with hundreds of them transfers the name of a field once, and so a value that many rows share,
 * and the beginning of names that are similar.
 */
export type PackedRows<Row> = { count: number; columns: { [Field in keyof Row]: PackedColumn<Row[Field]> } };

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

function readSteps(steps: string): number[] {
  let last = 0;
  return (steps.match(/[+-]\w+/g) ?? []).map((step) => {
    last += Number.parseInt(step, FEW);
    return last;
  });
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

function readTexts(texts: string): string[] {
  let last = "";
  return texts.split(BETWEEN).map((rest) => {
    last = last.slice(0, Number.parseInt(rest.charAt(0), FEW)) + rest.slice(1);
    return last;
  });
}

/** Half of a letter outside of the basic plane can't be transferred. */
const HALF_AT_END = /[\ud800-\udbff]$/;

function countShared(one: string, other: string): number {
  let shared = 0;
  while (shared < FEW - 1 && shared < one.length && one[shared] === other[shared]) shared += 1;
  return HALF_AT_END.test(one.slice(0, shared)) ? shared - 1 : shared;
}

/** `later`: fields that the caller sets in each row; it costs less when they are there from the beginning. */
export function unpackRows<Row, Later extends object = object>(
  { count, columns }: PackedRows<Row>,
  later?: Later,
): (Row & Later)[] {
  const all = Object.entries<PackedColumn<unknown>>(columns).map(([field, column]) => ({
    field,
    values: valuesOf(column, count),
  }));
  // Copies of a whole row cost a third of rows that get their fields one by one.
  const first: Record<string, unknown> = Object.fromEntries(all.map(({ field, values }) => [field, values[0]]));
  Object.assign(first, later);
  const different = all.filter(({ values }) => values.length > 1);
  const rows: (Row & Later)[] = [];
  for (let at = 0; at < count; at++) {
    const row = { ...first };
    for (const { field, values } of different) row[field] = values[at];
    rows.push(row as Row & Later);
  }
  return rows;
}

/** Of every row, or the one that all rows share. */
function valuesOf(column: PackedColumn<unknown>, count: number): unknown[] {
  if ("steps" in column) return readSteps(column.steps);
  if ("texts" in column) return readTexts(column.texts);
  const { values, at } = column;
  if (typeof at === "string") return Array.from({ length: count }, (_, row) => values[placeOf(at.charCodeAt(row))]);
  return at ? at.map((place) => values[place]) : values;
}
