import { referencesInGraph } from "@/lib/backup/graph";
import { inBuildCycles, sourceOf } from "@/lib/backup/rules";
import type { BackupTemplate } from "@/lib/backup/schema";
import type { Issue } from "@/lib/operation/errors";
import { MAX_DEPTH } from "@/lib/workflow/schema";

type Runs = Pick<BackupTemplate, "name" | "type" | "build_template" | "graph">;

/** Sorts every workflow after the templates that it runs. */
export function inRunOrder<Template extends Runs>(templates: Template[]): Template[] {
  const levels = levelsOf(templates);
  return [...templates].sort((a, b) => (levels.get(a.name) ?? 0) - (levels.get(b.name) ?? 0));
}

/** The nodes whose workflows lead back to themselves, or too deep. */
export function nestingIssues(templates: readonly Runs[]): Issue[] {
  const levels = levelsOf(templates);
  const depths = depthsOf(templates, levels);
  const names = new Set(templates.map(({ name }) => name));
  return templates.flatMap(({ name, graph }, at) =>
    templatesIn(graph, `templates.${at}.graph`).flatMap(({ path, name: inner }): Issue[] => {
      if (!names.has(inner)) return [];
      if (!levels.has(name)) return levels.has(inner) ? [] : [{ path, key: "workflowCycle" }];
      const isTooDeep = depths.get(name) === MAX_DEPTH + 1 && depths.get(inner) === MAX_DEPTH;
      return isTooDeep ? [{ path, key: "workflowTooDeep" }] : [];
    }),
  );
}

const templatesIn = (graph: Runs["graph"], place = "") =>
  referencesInGraph(graph, place).flatMap(({ path, kind, name }) =>
    kind === "templates" && name !== null ? [{ path, name }] : [],
  );

/** How far each template is from those that run and deploy no other; those of a cycle, and what runs them, have none. */
function levelsOf(templates: readonly Runs[]): Map<string, number> {
  const byName = new Map(templates.map((template) => [template.name, template]));
  const cycles = inBuildCycles(byName);
  const users = new Map<string, string[]>([...byName.keys()].map((name) => [name, []]));
  const open = new Map<string, number>();
  for (const template of byName.values()) {
    const source = cycles.has(template.name) ? null : sourceOf(template);
    const needed = new Set([
      ...templatesIn(template.graph).map(({ name }) => name),
      ...(source === null ? [] : [source]),
    ]);
    const known = [...needed].filter((name) => byName.has(name));
    open.set(template.name, known.length);
    for (const name of known) users.get(name)?.push(template.name);
  }
  const levels = new Map([...byName.keys()].filter((name) => open.get(name) === 0).map((name) => [name, 0]));
  for (const [name, level] of levels) {
    for (const user of users.get(name) ?? []) {
      const left = (open.get(user) ?? 0) - 1;
      open.set(user, left);
      if (left === 0) levels.set(user, level + 1);
    }
  }
  return levels;
}

/** How many workflows run inside one another below each. */
function depthsOf(templates: readonly Runs[], levels: ReadonlyMap<string, number>): Map<string, number> {
  const depths = new Map<string, number>();
  const workflows = templates.filter(({ name, graph }) => graph !== null && levels.has(name));
  for (const { name, graph } of inRunOrder(workflows)) {
    const inner = templatesIn(graph).flatMap((one) => depths.get(one.name) ?? []);
    depths.set(name, inner.length === 0 ? 0 : Math.max(...inner) + 1);
  }
  return depths;
}
