import type { Environment, EnvironmentInput } from "@/lib/environment/schema";
import { type Changes, changeOf } from "@/lib/operation/changes";
import { parseJsonObject } from "@/lib/protocol/json-object";
import { storableJson } from "@/lib/protocol/json-text";

/** With more, the feed would be all about one change. */
const MAX_NAMED = 50;

/**
 * Their values are not recorded: the feed is kept and exported longer than somebody remembers that a password once was among
 * the plain variables. Rather too many than too few.
 */
const CONFIDENTIAL_NAME =
  /secret|pass|pwd|phrase|token|credential|key|auth|private|cert|dsn|ur[il]|conn|hook|cookie|session|salt|hash|signature|license/i;
/** The user and password of an address, or a key. */
const CONFIDENTIAL_TEXT = /:\/\/[^/\s]*@|-----BEGIN|^(?:Bearer|Basic) /i;

const SEALED = { sealed: true } as const;

/** Variables and secrets that an update changes, for its event, by name (`env.TZ`): variables with their values. */
export function changedVariables(before: Environment, input: EnvironmentInput): Changes {
  const secrets = input.secrets.map((change) => nameOf(change, before));
  const changes: Changes = {
    ...changedIn("json", before.json, input.json, secrets),
    ...changedIn("env", before.env ?? "{}", input.env ?? "{}", secrets),
    ...Object.fromEntries(secrets.map((name) => [`secrets.${name}`, SEALED])),
  };
  const names = Object.keys(changes);
  // What was stored before may hold what an event can't.
  if (names.length <= MAX_NAMED) return JSON.parse(storableJson(JSON.stringify(changes)));
  return Object.fromEntries(names.map((name) => [name.split(".", 1)[0], SEALED]));
}

/** `secrets`: the names of those that change with them; a variable that becomes one was confidential before. */
function changedIn(field: "json" | "env", before: string, after: string, secrets: readonly string[]): Changes {
  const [old, now] = [parseJsonObject(before), parseJsonObject(after)];
  if (!old || !now) return before === after ? {} : { [field]: SEALED };
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !isSame(old[name], now[name]));
  return Object.fromEntries(
    changed.map((name) => {
      const isSealed = secrets.includes(name) || [old, now].some((variables) => isConfidential(name, variables[name]));
      return [`${field}.${name}`, isSealed ? SEALED : changeOf(old[name], now[name])];
    }),
  );
}

/** By its name or value, or by one inside it. */
function isConfidential(name: string, value: unknown): boolean {
  if (CONFIDENTIAL_NAME.test(name)) return true;
  if (typeof value === "string") return CONFIDENTIAL_TEXT.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([inner, part]) => isConfidential(inner, part));
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A deletion may name only the id. */
const nameOf = ({ id, name }: { id: number | null; name: string }, { secrets }: Environment): string =>
  name || (secrets?.find((secret) => secret.id === id)?.name ?? String(id));
