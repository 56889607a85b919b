/** Rows without the names of their fields: a page with hundreds of rows says each name once. */
export type PackedRows<Row> = { fields: (keyof Row)[]; rows: Row[keyof Row][][] };

/** The named fields of the rows, for a page to hand to its table. */
export function packRows<Row, Field extends keyof Row>(
  rows: readonly Row[],
  fields: readonly Field[],
): PackedRows<Pick<Row, Field>> {
  return { fields: [...fields], rows: rows.map((row) => fields.map((field) => row[field])) };
}

export function unpackRows<Row>({ fields, rows }: PackedRows<Row>): Row[] {
  return rows.map((values) => Object.fromEntries(fields.map((field, index) => [field, values[index]])) as Row);
}
