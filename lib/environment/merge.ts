import { parseJsonObject } from "@/lib/protocol/json-object";

/** Extra variables (`var`) and environment variables (`env`) are separate names. */
type VariableKind = "var" | "env";

/** One environment of a template: JSON texts, and the names of its secrets. */
export type Layer = {
  id: number;
  json: string;
  env: string | null;
  secrets: readonly { type: VariableKind; name: string }[];
};

/** A name that tasks get, and where its value comes from. */
export type MergedVariable = {
  kind: VariableKind;
  name: string;
  secret: boolean;
  environment_id: number;
  /** The environments whose value it replaces, in their order. */
  overrides: number[];
};

/**
 * What several environments come to: a later one overrides those before, and within one a secret overrides a plain value.
 * Sorted by kind and name.
 */
export function mergeLayers(layers: readonly Layer[]): MergedVariable[] {
  const merged = new Map<string, MergedVariable>();
  for (const { id, json, env, secrets } of layers) {
    const names = [
      ...namesIn(json).map((name) => ({ kind: "var" as const, name, secret: false })),
      ...namesIn(env).map((name) => ({ kind: "env" as const, name, secret: false })),
      ...secrets.map(({ type, name }) => ({ kind: type, name, secret: true })),
    ];
    for (const variable of names) {
      const key = `${variable.kind} ${variable.name}`;
      const before = merged.get(key);
      const overrides = before ? [...before.overrides, before.environment_id].filter((other) => other !== id) : [];
      merged.set(key, { ...variable, environment_id: id, overrides: [...new Set(overrides)] });
    }
  }
  return [...merged.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, variable]) => variable);
}

const namesIn = (json: string | null): string[] => Object.keys(parseJsonObject(json ?? "") ?? {});
