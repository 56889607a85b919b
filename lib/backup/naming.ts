import { uniqueNames } from "@/lib/backup/rules";
import type { Kind } from "@/lib/backup/rules/kinds";

/** The name of a row in the file; null for null. */
type NameOf = (id: number | null) => string | null;

/** Names of entries, by kind and id. */
export type NameIn = (kind: Kind, id: number | null) => string | null;

export const namesOf =
  (lists: Record<Kind, { nameOf: NameOf }>): NameIn =>
  (kind, id) =>
    lists[kind].nameOf(id);

/** Gives rows unique names, which stand for their ids in a file. */
export function named<Field extends "name" | "title", Row extends { id: number } & Record<Field, string>>(
  rows: Row[],
  field: Field,
): { rows: Row[]; nameOf: NameOf } {
  const names = uniqueNames(rows.map((row) => ({ id: row.id, name: row[field] })));
  const renamed = rows.map((row) => ({ ...row, [field]: names.get(row.id) ?? row[field] }));
  return { rows: renamed.sort(byName(field)), nameOf: (id) => (id === null ? null : (names.get(id) ?? null)) };
}

/** The same order on every machine, regardless of locale. */
const byName =
  <Field extends string>(field: Field) =>
  (a: Record<Field, string>, b: Record<Field, string>): number =>
    a[field] < b[field] ? -1 : 1;

/** Groups rows by owner id. */
export function grouped<Row>(rows: Row[], ownerOf: (row: Row) => number | null): (owner: number | null) => Row[] {
  const groups = new Map<number | null, Row[]>();
  for (const row of rows) {
    const group = groups.get(ownerOf(row));
    if (group) group.push(row);
    else groups.set(ownerOf(row), [row]);
  }
  return (owner) => groups.get(owner) ?? [];
}
