/**
 * A column's values; with `at`, each of them once, and for every row its place among them: as digits if they are few.
 * `steps`: of whole numbers, from each to the next. `texts`: how many letters each shares with the one before, then its
 * other letters.
 */
export type PackedColumn<Value> = { values: Value[]; at?: number[] | string } | { steps: string } | { texts: string };

/**
 * Rows by column: a page with hundreds of them transfers the name of a field once, and so a value that many rows share,
 * and the beginning of names that are similar.
 */
export type PackedRows<Row> = { count: number; columns: { [Field in keyof Row]: PackedColumn<Row[Field]> } };

/** How many digits there are, 0 to 9 and a to z; numbers are of this base. */
export const FEW = 36;
/** Between texts; columns with a text that contains it are left as they are. */
export const BETWEEN = "|";

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

/** Values of a column: one for every row, or the one that all rows share. */
function valuesOf(column: PackedColumn<unknown>, count: number): unknown[] {
  if ("steps" in column) return readSteps(column.steps);
  if ("texts" in column) return readTexts(column.texts);
  const { values, at } = column;
  if (typeof at === "string") return Array.from({ length: count }, (_, row) => values[placeOf(at.charCodeAt(row))]);
  return at ? at.map((place) => values[place]) : values;
}

const LETTER_A = "a".charCodeAt(0);
/** `digit`: its code. Faster than to parse it: a list has thousands. */
const placeOf = (digit: number): number => (digit < LETTER_A ? digit - 48 : digit - LETTER_A + 10);

function readSteps(steps: string): number[] {
  let last = 0;
  return (steps.match(/[+-]\w+/g) ?? []).map((step) => {
    last += Number.parseInt(step, FEW);
    return last;
  });
}

function readTexts(texts: string): string[] {
  let last = "";
  return texts.split(BETWEEN).map((rest) => {
    last = last.slice(0, Number.parseInt(rest.charAt(0), FEW)) + rest.slice(1);
    return last;
  });
}
