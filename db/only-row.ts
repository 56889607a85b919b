/** The row of a statement that always returns one, such as an insert. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("statement returned no row");
  return row;
}
