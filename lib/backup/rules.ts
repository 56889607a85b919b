import { UNSTORABLE } from "@/lib/operation/fields";

/** Where in a value that is not too deep a text cannot be stored; null when all can. */
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

type Built = { name: string; type: string; build_template: string | null };

/** The name of the template whose result a template deploys; null for other kinds of templates. */
export const sourceOf = ({ type, build_template }: Omit<Built, "name">): string | null =>
  type === "deploy" ? build_template : null;

/** How many builds and deploys come before a template; null when it would, in the end, deploy itself. */
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

/** Every template after those it deploys. */
export function inBuildOrder<Template extends Built>(templates: Template[]): Template[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const distances = new Map(templates.map((template) => [template, distanceToBuild(template, byName) ?? 0]));
  return [...templates].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

const MAX_NAME = 255;

/** The names, each of them once: a repeated one gets what `random` gives (ten letters and digits) behind it. */
export function uniqueNames(names: string[], random: () => string): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    if (seen.size < seen.add(name).size) return name;
    for (;;) {
      const suffix = ` - ${random()}`;
      // Half a character at the cut could not be stored again.
      const unique = name.slice(0, MAX_NAME - suffix.length).replace(/\p{Surrogate}$/u, "") + suffix;
      if (taken.size < taken.add(unique).size) return unique;
    }
  });
}
