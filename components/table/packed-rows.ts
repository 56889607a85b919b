/** A column's values; with `at`, each of them once, and for every row its place among them: as digits if they are few. */
type PackedColumn<Value> = { values: Value[]; at?: number[] | string };

/** Digits and letters. */
const FEW = 36;

/**
 * Rows by column: a page with hundreds of them transfers the name of a field once, and so a value that many rows share.
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
  const places = new Map<unknown, number>();
  const values: Value[] = [];
  const at = all.map((value) => {
    const key = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, values.length);
    return values.push(value) - 1;
  });
  if (values.length === 1) return { values };
  if (values.length <= FEW && values.length < all.length)
    return { values, at: at.map((place) => place.toString(FEW)).join("") };
  return values.length > all.length / 2 ? { values: all } : { values, at };
}

export function unpackRows<Row>({ count, columns }: PackedRows<Row>): Row[] {
  const packed: [string, PackedColumn<unknown>][] = Object.entries(columns);
  return Array.from({ length: count }, (_, at) => {
    const row: Record<string, unknown> = {};
    for (const [field, column] of packed) row[field] = valueAt(column, at);
    return row as Row;
  });
}

function valueAt<Value>({ values, at }: PackedColumn<Value>, row: number): Value | undefined {
  if (values.length === 1) return values[0];
  if (typeof at === "string") return values[Number.parseInt(at.charAt(row), FEW)];
  return values[at ? (at[row] ?? 0) : row];
}
