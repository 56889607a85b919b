import type { PlanAction, PlanChange, TaskPlan } from "@/lib/protocol/plan";
import { decodePercent } from "@/lib/protocol/query";

export type PlanFilter = { action: PlanAction | "all"; search: string };

/** Changes of one module, or of a list of their own. */
export type PlanGroup = { kind: "resources" | "drift" | "outputs"; module: string; changes: PlanChange[] };

/** What destroys first. */
const ACTIONS: readonly PlanAction[] = ["delete", "replace", "update", "create", "forget", "other", "read"];

/** What the plan does to resources, with how many each action is done to: the tool's own numbers count no others. */
export function actionsIn({ resources }: TaskPlan): { action: PlanAction; count: number }[] {
  return ACTIONS.map((action) => ({
    action,
    count: resources.filter((change) => change.action === action).length,
  })).filter(({ count }) => count > 0);
}

/** r[7] comes before r[10]. */
const byNumber = new Intl.Collator("en", { numeric: true });

/** The changes that fit, by module; without a chosen action, what was changed outside and the outputs follow. */
export function groupsOf(plan: TaskPlan, { action, search }: PlanFilter): PlanGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (change: PlanChange) =>
    (action === "all" || change.action === action) &&
    words.every((word) => `${change.address} ${change.type}`.toLowerCase().includes(word));
  const byAddress = (list: PlanChange[]) => list.filter(fits).sort((a, b) => byNumber.compare(a.address, b.address));
  const resources = byAddress(plan.resources);
  const modules = [...new Set(resources.map(({ module }) => module))].sort(byNumber.compare);
  const groups: PlanGroup[] = modules.map((module) => ({
    kind: "resources",
    module,
    changes: resources.filter((change) => change.module === module),
  }));
  const kinds = action === "all" ? (["drift", "outputs"] as const) : [];
  const others = kinds.map((kind) => ({ kind, module: "", changes: byAddress(plan[kind]) }));
  return [...groups, ...others].filter(({ changes }) => changes.length > 0);
}

/** In the address, for a link to one resource. */
const PREFIX = "#plan:";

export const changeHash = (kind: PlanGroup["kind"], address: string): string =>
  `${PREFIX}${kind}:${encodeURIComponent(address)}`;

export type PlanLink = Pick<PlanGroup, "kind"> & { address: string };

/** What such an address leads to, also one typed by hand: browsers leave brackets and percent signs as they are. Null: no change. */
export function linkedChange(hash: string): PlanLink | null {
  const [, kind, address] = /^#plan:(resources|drift|outputs):(.+)$/s.exec(hash) ?? [];
  return address === undefined ? null : { kind: kind as PlanGroup["kind"], address: decodePercent(address) ?? address };
}

/** Whether the attribute is one of those that force a replacement, or a part of one. */
export const forces = ({ forced_by }: PlanChange, path: string): boolean =>
  forced_by.some((forcing) => path === forcing || path.startsWith(`${forcing}.`) || path.startsWith(`${forcing}[`));
