import { parseJsonObject } from "@/lib/protocol/json-object";
import { keepsNumbers } from "@/lib/protocol/long-numbers";

/** A row of a variables table, as typed. */
export type VariableRow = { name: string; value: string };

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== "object";

/** A JSON text's variables as rows; null if it is not an object or has values that don't fit rows, or would change. */
export function rowsOf(json: string): VariableRow[] | null {
  const entries = Object.entries(parseJsonObject(json) ?? { invalid: [] });
  return entries.every(([, value]) => isScalar(value)) && keepsNumbers(json)
    ? entries.map(([name, value]) => ({ name, value: String(value) }))
    : null;
}

/** Rows as JSON text. An unchanged row keeps its type in `before`; everything else is text. */
export function jsonOf(rows: readonly VariableRow[], before = "{}"): string {
  const known = parseJsonObject(before) ?? {};
  const entries = filled(rows).map(({ name, value }) => {
    const same = Object.hasOwn(known, name) && isScalar(known[name]) && String(known[name]) === value;
    return [name, same ? known[name] : value];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** Rows that JSON can't express: a value without a name, a duplicate name. */
export function rowProblems(rows: readonly VariableRow[]): { index: number; message: string }[] {
  return rows.flatMap(({ name, value }, index) => {
    if (name === "") return value === "" ? [] : [{ index, message: "variableNameRequired" }];
    const first = rows.findIndex((row) => row.name === name);
    return first < index ? [{ index, message: "variableNameTaken" }] : [];
  });
}

/** Ignores empty rows. */
const filled = (rows: readonly VariableRow[]) => rows.filter(({ name, value }) => name !== "" || value !== "");
