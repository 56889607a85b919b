import { beginning, UNSTORABLE } from "@/lib/protocol/storable";

/** The path to a text that cannot be stored, in a value of limited depth; null if there is none. */
export function unstorableAt(value: unknown): string[] | null {
  if (typeof value === "string") return UNSTORABLE.test(value) ? [] : null;
  if (value === null || typeof value !== "object") return null;
  for (const [key, inner] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) return [];
    const path = unstorableAt(inner);
    if (path) return [key, ...path];
  }
  return null;
}

/** A file of the largest size has as many only if they mean nothing. */
export const MAX_VALUES = 1_000_000;
const MAX_IN_ONE = 100_000;

/** Whether its lists and objects hold more values together, or one of them more, than a file needs. */
export function isTooLarge(file: unknown): boolean {
  const left = [file];
  let count = 0;
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
    count += inner.length;
    if (count > MAX_VALUES || inner.length > MAX_IN_ONE) return true;
    for (const each of inner) left.push(each);
  }
  return false;
}

type Built = { name: string; type: string; build_template: string | null };

/** The name of the template whose result this template deploys; null for other types. */
export const sourceOf = ({ type, build_template }: Omit<Built, "name">): string | null =>
  type === "deploy" ? build_template : null;

/** How many builds and deploys precede a template; null if the chain leads back to itself. */
export function distanceToBuild(template: Built, byName: ReadonlyMap<string, Built>): number | null {
  const passed = new Set<string>();
  let source = sourceOf(template);
  while (source !== null && !passed.has(source)) {
    if (source === template.name) return null;
    passed.add(source);
    const before = byName.get(source);
    source = before ? sourceOf(before) : null;
  }
  return passed.size;
}

/** The templates of chains that lead back to themselves. */
export function inBuildCycles(byName: ReadonlyMap<string, Built>): Set<string> {
  const [passed, cycles] = [new Set<string>(), new Set<string>()];
  for (const first of byName.keys()) {
    const chain = new Set<string>();
    let name: string | null = first;
    while (name !== null && !passed.has(name)) {
      chain.add(name);
      passed.add(name);
      const template: Built | undefined = byName.get(name);
      name = template ? sourceOf(template) : null;
    }
    const back = name !== null && chain.has(name) ? [...chain].indexOf(name) : chain.size;
    for (const each of [...chain].slice(back)) cycles.add(each);
  }
  return cycles;
}

/** Sorts every template after those it deploys. */
export function inBuildOrder<Template extends Built>(templates: Template[]): Template[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const distances = new Map(templates.map((template) => [template, distanceToBuild(template, byName) ?? 0]));
  return [...templates].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

const MAX_NAME = 255;

/** The name with a number after it. */
export function numbered(name: string, separator: string, number: number, max = MAX_NAME): string {
  const suffix = `${separator}${number}`;
  return beginning(name, max - suffix.length) + suffix;
}

/**
 * Unique names, by id: of equal ones the oldest stays, and the others get their ids as a suffix, so that every export
 * writes the same.
 */
export function uniqueNames(rows: readonly { id: number; name: string }[]): ReadonlyMap<number, string> {
  const taken = new Set(rows.map(({ name }) => name));
  const seen = new Set<string>();
  const names = new Map<number, string>();
  for (const { id, name } of [...rows].sort((a, b) => a.id - b.id)) {
    let unique = name;
    if (seen.has(name)) {
      unique = numbered(name, " - ", id);
      for (let copy = 2; taken.has(unique); copy++) unique = numbered(name, ` - ${id}-`, copy);
      taken.add(unique);
    }
    seen.add(name);
    names.set(id, unique);
  }
  return names;
}
