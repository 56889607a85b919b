import type { Environment, EnvironmentInput } from "@/lib/environment/schema";
import { parseJsonObject } from "@/lib/protocol/json-object";

/** With more, the feed would be all about one change. */
const MAX_NAMED = 50;

/** Variables and secrets that an update changes, for its event: by name (`env.TZ`), because values may be confidential. */
export function changedVariables(before: Environment, input: EnvironmentInput): Record<string, boolean> {
  const names = [
    ...changedIn("json", before.json, input.json),
    ...changedIn("env", before.env ?? "{}", input.env ?? "{}"),
    ...input.secrets.map((change) => `secrets.${nameOf(change, before)}`),
  ];
  if (names.length > MAX_NAMED) return Object.fromEntries(names.map((name) => [name.split(".", 1)[0], true]));
  return Object.fromEntries(names.map((name) => [name, true]));
}

function changedIn(field: "json" | "env", before: string, after: string): string[] {
  const [old, now] = [parseJsonObject(before), parseJsonObject(after)];
  if (!old || !now) return before === after ? [] : [field];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].filter((name) => !isSame(old[name], now[name])).map((name) => `${field}.${name}`);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A deletion may name only the id. */
const nameOf = ({ id, name }: { id: number | null; name: string }, { secrets }: Environment): string =>
  name || (secrets?.find((secret) => secret.id === id)?.name ?? String(id));
