import type { PlanAction, PlanChange, TaskPlan } from "@/lib/protocol/plan";

export type PlanFilter = { action: PlanAction | "all"; search: string };

/** Changes of one module, or of a list of their own. */
export type PlanGroup = { kind: "resources" | "drift" | "outputs"; module: string; changes: PlanChange[] };

/** What destroys first. */
const ACTIONS: readonly PlanAction[] = ["delete", "replace", "update", "create", "forget", "other", "read"];

/** The actions that the plan has, with how many changes take each. */
export function actionsIn({ resources, drift, outputs }: TaskPlan): { action: PlanAction; count: number }[] {
  const all = [...resources, ...drift, ...outputs];
  return ACTIONS.map((action) => ({ action, count: all.filter((change) => change.action === action).length })).filter(
    ({ count }) => count > 0,
  );
}

/** The changes that fit, by module; what was changed outside and the outputs follow. */
export function groupsOf(plan: TaskPlan, { action, search }: PlanFilter): PlanGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (change: PlanChange) =>
    (action === "all" || change.action === action) &&
    words.every((word) => `${change.address} ${change.type}`.toLowerCase().includes(word));
  const byAddress = (list: PlanChange[]) => list.filter(fits).sort((a, b) => a.address.localeCompare(b.address));
  const resources = byAddress(plan.resources);
  const modules = [...new Set(resources.map(({ module }) => module))].sort((a, b) => a.localeCompare(b));
  const groups: PlanGroup[] = modules.map((module) => ({
    kind: "resources",
    module,
    changes: resources.filter((change) => change.module === module),
  }));
  const others = (["drift", "outputs"] as const).map((kind) => ({ kind, module: "", changes: byAddress(plan[kind]) }));
  return [...groups, ...others].filter(({ changes }) => changes.length > 0);
}

/** In the address, for a link to one resource. */
const PREFIX = "#plan:";

export const changeHash = (kind: PlanGroup["kind"], address: string): string =>
  `${PREFIX}${kind}:${encodeURIComponent(address)}`;

/** Whether the attribute is one of those that force a replacement, or a part of one. */
export const forces = ({ forced_by }: PlanChange, path: string): boolean =>
  forced_by.some((forcing) => path === forcing || path.startsWith(`${forcing}.`) || path.startsWith(`${forcing}[`));
