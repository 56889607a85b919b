import type { z } from "zod";
import { jsonOf, rowsOf, type VariableRow } from "@/components/environment/variable-rows";
import type {
  Environment,
  EnvironmentInput,
  EnvironmentSecret,
  SecretInput,
  SecretType,
} from "@/lib/environment/schema";

export type SecretRow = {
  /** Null for a new one; `id` is used by the form library. */
  secret_id: number | null;
  type: SecretType;
  name: string;
  /** Undefined keeps the stored one. */
  value: string | undefined;
};

/** Values of the environment form. */
export type EnvironmentValues = {
  name: string;
  mode: "table" | "json";
  /** Extra variables when `mode` is table. */
  vars: VariableRow[];
  /** Extra variables when `mode` is json; otherwise the text that the table was made from. */
  json: string;
  env: VariableRow[];
  secrets: SecretRow[];
  /** The server's state, to detect changes. */
  stored: EnvironmentSecret[];
};

export const BLANK: EnvironmentValues = {
  name: "",
  mode: "table",
  vars: [],
  json: "{}",
  env: [],
  secrets: [],
  stored: [],
};

export function valuesOf({ name, json, env, secrets }: Environment): EnvironmentValues {
  const rows = rowsOf(json);
  const stored = secrets ?? [];
  return {
    name,
    mode: rows ? "table" : "json",
    vars: rows ?? [],
    json,
    env: rowsOf(env ?? "{}") ?? [],
    secrets: stored.map(({ id, type, name }) => ({ secret_id: id, type, name, value: undefined })),
    stored,
  };
}

/** The request body. Its secrets have the same indexes as in the form, followed by the removed ones. */
export function inputOf(values: EnvironmentValues): z.input<typeof EnvironmentInput> {
  const { name, mode, vars, json, env, secrets, stored } = values;
  const removed = stored
    .filter(({ id }) => !secrets.some(({ secret_id }) => secret_id === id))
    .map(({ id, type, name }) => ({ id, type, name, operation: "delete" as const }));
  return {
    name,
    json: mode === "json" || isUntouched(vars, json) ? json : jsonOf(vars, json),
    env: jsonOf(env),
    secrets: [...secrets.map((row) => changeOf(row, stored)), ...removed],
  };
}

/** An unchanged table sends the original text, with its formatting. */
const isUntouched = (vars: VariableRow[], json: string) => JSON.stringify(rowsOf(json)) === JSON.stringify(vars);

/** The server ignores a secret without an operation. */
function changeOf({ secret_id: id, type, name, value = "" }: SecretRow, stored: EnvironmentSecret[]) {
  const before = stored.find((secret) => secret.id === id);
  const operation: SecretInput["operation"] = !before ? "create" : before.name !== name || value !== "" ? "update" : "";
  return { id, type, name, secret: value, operation };
}
