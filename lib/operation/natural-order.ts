const COLLATOR = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** By name, numbers in it by their value: web2 before web10. Postgres can't do that without ICU, which not every one has. */
export function inNaturalOrder<Row extends { id: number; name: string }>(
  rows: readonly Row[],
  order: "asc" | "desc" = "asc",
): Row[] {
  const direction = order === "desc" ? -1 : 1;
  return rows.toSorted((a, b) => direction * COLLATOR.compare(a.name, b.name) || a.id - b.id);
}
