import { z } from "zod";
import type { PlanAction, PlanChange } from "@/lib/protocol/plan";
import { changedValues, type Marked, pathText, sensitiveTexts } from "@/runner/plan/flatten";
import type { FoundPlan } from "@/runner/plan/found";

const Change = z.object({
  actions: z.array(z.string()),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  after_unknown: z.unknown().optional(),
  before_sensitive: z.unknown().optional(),
  after_sensitive: z.unknown().optional(),
  importing: z.object({}).nullish(),
  replace_paths: z.array(z.array(z.union([z.string(), z.number()]))).nullish(),
});
type Change = z.infer<typeof Change>;

const Resource = z.object({
  address: z.string(),
  module_address: z.string().default(""),
  type: z.string(),
  previous_address: z.string().nullish(),
  action_reason: z.string().default(""),
  change: Change,
});
type Resource = z.infer<typeof Resource>;

const Variable = z.object({ value: z.unknown().optional() });
const Declared = z.object({ sensitive: z.boolean().default(false) });

const Plan = z.object({
  resource_changes: z.array(Resource).default([]),
  resource_drift: z.array(Resource).default([]),
  output_changes: z.record(z.string(), Change).default({}),
  variables: z.record(z.string(), Variable).default({}),
  configuration: z
    .object({
      root_module: z.object({ variables: z.record(z.string(), Declared).default({}) }).default({ variables: {} }),
    })
    .default({ root_module: { variables: {} } }),
});
type Plan = z.infer<typeof Plan>;

/** What is in the output of `show -json` for a plan. Throws if it is none. */
export function readPlan(text: string): FoundPlan {
  const plan = Plan.parse(JSON.parse(text));
  const outputs = Object.entries(plan.output_changes);
  return {
    resources: plan.resource_changes.flatMap(readResource),
    drift: plan.resource_drift.flatMap(readResource),
    outputs: outputs.flatMap(([name, change]) => readOutput(name, change)),
    secrets: secretsIn(plan),
  };
}

function readResource({
  address,
  module_address,
  type,
  previous_address,
  action_reason,
  change,
}: Resource): PlanChange[] {
  const imported = Boolean(change.importing);
  const moved = previous_address && previous_address !== address ? previous_address : null;
  const action = actionOf(change.actions) ?? (imported || moved ? "other" : null);
  if (action === null) return [];
  return [
    {
      address,
      module: module_address,
      type,
      action,
      reason: action_reason,
      previous_address: moved,
      imported,
      forced_by: (change.replace_paths ?? []).map(pathText),
      attributes: changedValues(markedOf(change)),
      omitted: 0,
    },
  ];
}

function readOutput(name: string, change: Change): PlanChange[] {
  const action = actionOf(change.actions);
  if (action === null) return [];
  const nothing = { module: "", reason: "", previous_address: null, imported: false, forced_by: [], omitted: 0 };
  return [{ ...nothing, address: name, type: "output", action, attributes: changedValues(markedOf(change)) }];
}

const markedOf = ({ before, after, after_unknown, before_sensitive, after_sensitive }: Change): Marked => ({
  before,
  after,
  unknown: after_unknown,
  sensitive: { before: before_sensitive, after: after_sensitive },
});

/** Null: nothing happens to it. */
function actionOf(actions: string[]): PlanAction | null {
  if (actions.includes("create") && (actions.includes("delete") || actions.includes("forget"))) return "replace";
  const [only = "no-op"] = actions;
  if (only === "no-op") return null;
  return only === "create" || only === "update" || only === "delete" || only === "read" || only === "forget"
    ? only
    : "other";
}

/** A provider may repeat a sensitive value where the plan does not mark it. */
function secretsIn({ resource_changes, resource_drift, output_changes, variables, configuration }: Plan): string[] {
  const declared = configuration.root_module.variables;
  const changes = [
    ...[...resource_changes, ...resource_drift].map(({ change }) => change),
    ...Object.values(output_changes),
  ];
  return [
    ...Object.entries(variables).flatMap(([name, { value }]) => sensitiveTexts(value, declared[name]?.sensitive)),
    ...changes.flatMap(({ before, after, before_sensitive, after_sensitive }) => [
      ...sensitiveTexts(before, before_sensitive),
      ...sensitiveTexts(after, after_sensitive),
    ]),
  ];
}
