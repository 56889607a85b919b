/** Rows without field names: a page with hundreds of rows transfers each name once. */
export type PackedRows<Row> = { fields: (keyof Row)[]; rows: Row[keyof Row][][] };

/** Packs the named fields of rows, for a page to pass to its table. */
export function packRows<Row, Field extends keyof Row>(
  rows: readonly Row[],
  fields: readonly Field[],
): PackedRows<Pick<Row, Field>> {
  return { fields: [...fields], rows: rows.map((row) => fields.map((field) => row[field])) };
}

export function unpackRows<Row>({ fields, rows }: PackedRows<Row>): Row[] {
  return rows.map((values) => Object.fromEntries(fields.map((field, index) => [field, values[index]])) as Row);
}
