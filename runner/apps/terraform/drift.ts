import { z } from "zod";
import type { DriftAction, DriftItem } from "@/lib/protocol/drift";
import type { Fact } from "@/runner/apps/adapter";

/** Only what names a change in a plan: its values, sensitive ones among them, are dropped as it is read. */
const Change = z.object({
  address: z.string(),
  type: z.string(),
  mode: z.string(),
  previous_address: z.string().optional(),
  change: z.object({ actions: z.array(z.string()), importing: z.object({}).nullish() }),
});
type Change = z.infer<typeof Change>;

const Plan = z.object({
  /** What was changed outside of Terraform. */
  resource_drift: z.array(Change).default([]),
  resource_changes: z.array(Change).default([]),
  output_changes: z.record(z.string(), z.object({ actions: z.array(z.string()) })).default({}),
});

/** Facts in the output of `show -json` for a plan. Throws if it is none. */
export function readPlannedDrift(text: string): Fact[] {
  const { resource_drift, resource_changes, output_changes } = Plan.parse(JSON.parse(text));
  const items = [
    ...resource_drift.flatMap((change) => resourceItem(change, { outside: true })),
    ...resource_changes.flatMap((change) => resourceItem(change, { outside: false })),
    ...Object.entries(output_changes).flatMap(([name, { actions }]) => outputItem(name, actions)),
  ];
  return [{ drift: { drifted: items.length > 0, items } }];
}

function resourceItem(
  { address, type, mode, previous_address, change }: Change,
  { outside }: Pick<DriftItem, "outside">,
): DriftItem[] {
  if (mode !== "managed") return [];
  const moved = previous_address !== undefined || Boolean(change.importing);
  const action = actionOf(change.actions) ?? (moved && !outside ? "other" : null);
  return action ? [{ address, type, action, outside }] : [];
}

function outputItem(name: string, actions: string[]): DriftItem[] {
  const action = actionOf(actions);
  return action ? [{ address: `output.${name}`, type: "output", action, outside: false }] : [];
}

/** Null: nothing happens to it. */
function actionOf(actions: string[]): DriftAction | null {
  if (actions.includes("create") && actions.includes("delete")) return "replace";
  const [only = "no-op"] = actions;
  if (only === "create" || only === "update" || only === "delete") return only;
  return only === "no-op" || only === "read" ? null : "other";
}
