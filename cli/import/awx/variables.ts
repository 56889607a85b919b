import { parseDocument } from "yaml";
import { YAML_OPTIONS } from "../foreign/source";
import type { Variables } from "./schema";

/** A YAML document of variables, which keeps tags, comments and the way values are written; null: not a mapping. */
export function readVariables(variables: Variables) {
  const text = typeof variables === "string" ? variables : JSON.stringify(variables);
  const document = parseDocument(text, YAML_OPTIONS);
  return document.errors.length > 0 ? null : document;
}

/** Variables as an object; null if they can't be read. */
export function variablesOf(variables: Variables): Record<string, unknown> | null {
  const value: unknown = readVariables(variables)?.toJS();
  if (value === null) return {};
  return typeof value === "object" && !Array.isArray(value) ? { ...value } : null;
}
