export type Claims = Readonly<Record<string, unknown>>;

/**
 * The value of a claim setting: alternatives separated by `|`, the first non-empty one wins. An alternative is a
 * claim's name or a text with `{{ .claim }}`, which is empty if one of its claims is.
 */
export function claimText(setting: string, claims: Claims): string {
  for (const way of setting.split("|")) {
    const text = way.includes("{{") ? fill(way.trim(), claims) : textOf(claims[way.trim()]);
    if (text !== "") return text;
  }
  return "";
}

const PLACE = /\{\{\s*\.([\w.-]+)\s*\}\}/g;

function fill(template: string, claims: Claims): string {
  let complete = true;
  const text = template.replace(PLACE, (_, path: string) => {
    const value = textOf(path.split(".").reduce(step, claims));
    if (value === "") complete = false;
    return value;
  });
  return complete ? text : "";
}

const step = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const isObject = (value: unknown): value is Claims => typeof value === "object" && value !== null;

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
