import { parseJsonObject } from "@/lib/protocol/json-object";

/** One line of a table of variables, as typed. */
export type VariableRow = { name: string; value: string };

type Scalar = string | number | boolean | null;

/** An integer too large for JavaScript would come back as another number. */
const isScalar = (value: unknown): value is Scalar =>
  value === null ||
  typeof value === "string" ||
  typeof value === "boolean" ||
  (typeof value === "number" && (!Number.isInteger(value) || Number.isSafeInteger(value)));

/** The variables of a JSON text as rows; null when it is no object, or one with values that no row can hold. */
export function rowsOf(json: string): VariableRow[] | null {
  const entries = Object.entries(parseJsonObject(json) ?? { invalid: [] });
  return entries.every(([, value]) => isScalar(value))
    ? entries.map(([name, value]) => ({ name, value: String(value) }))
    : null;
}

/** Rows as JSON text. A row that says what `before` says keeps the type it has there; what was typed is text. */
export function jsonOf(rows: readonly VariableRow[], before = "{}"): string {
  const known = parseJsonObject(before) ?? {};
  const entries = filled(rows).map(({ name, value }) => {
    const same = Object.hasOwn(known, name) && isScalar(known[name]) && String(known[name]) === value;
    return [name, same ? known[name] : value];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

/** What no JSON object could hold: a value without a name, a name twice. */
export function rowProblems(rows: readonly VariableRow[]): { index: number; message: string }[] {
  return rows.flatMap(({ name, value }, index) => {
    if (name === "") return value === "" ? [] : [{ index, message: "variableNameRequired" }];
    const first = rows.findIndex((row) => row.name === name);
    return first < index ? [{ index, message: "variableNameTaken" }] : [];
  });
}

/** A row nobody wrote into means nothing. */
const filled = (rows: readonly VariableRow[]) => rows.filter(({ name, value }) => name !== "" || value !== "");
