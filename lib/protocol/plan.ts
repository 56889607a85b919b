import { z } from "zod";
import { entriesOf } from "@/lib/protocol/entries";
import { line } from "@/lib/protocol/storable";

/** `other`: the resource stays as it is, and moves, is imported or changes only in what the tool keeps about it. */
export const PlanAction = z.enum(["create", "update", "replace", "delete", "read", "forget", "other"]);
export type PlanAction = z.infer<typeof PlanAction>;

/** `cut`: only the beginning; `unknown`: known after the plan is applied. */
export const PlanValue = z.object({
  kind: z.enum(["value", "cut", "sensitive", "unknown", "none"]),
  /** As JSON; "" for a kind without text. */
  text: line(1000),
});
export type PlanValue = z.infer<typeof PlanValue>;

/** One value that changes: `tags.Name`, `rule[0].port`. */
export const PlanAttribute = z.object({ path: line(1000), before: PlanValue, after: PlanValue });
export type PlanAttribute = z.infer<typeof PlanAttribute>;

/** Limit for one change; runners list fewer. */
const MAX_ATTRIBUTES = 1_000;

/** What happens to a resource or an output. */
export const PlanChange = z.object({
  address: line(1000),
  /** `module.network`; "": the root module. */
  module: line(1000),
  /** `aws_instance`; `output` for outputs. */
  type: line(1000),
  action: PlanAction,
  /** Why, in the tool's own word; "": because of its values. */
  reason: line(1000),
  previous_address: line(1000).nullable(),
  imported: z.boolean(),
  /** Paths of the attributes that force a replacement. */
  forced_by: z.array(line(1000)).max(MAX_ATTRIBUTES),
  attributes: z.array(PlanAttribute).max(MAX_ATTRIBUTES),
  /** How many attributes are not listed, because the plan is too large. */
  omitted: z.int().min(0),
});
export type PlanChange = z.infer<typeof PlanChange>;

export const PlanChanges = z.object({
  resources: z.array(PlanChange),
  /** What was changed outside of the tool since its last run. */
  drift: z.array(PlanChange),
  outputs: z.array(PlanChange),
});
export type PlanChanges = z.infer<typeof PlanChanges>;

/** The plan that will be applied, without sensitive values. */
export const TaskPlan = PlanChanges.extend({
  /** SHA-256 of the file that is applied. */
  checksum: z.string().regex(/^[0-9a-f]{64}$/),
  /** Changes that are not listed at all, because the plan is too large. */
  omitted: z.int().min(0),
});
export type TaskPlan = z.infer<typeof TaskPlan>;

/** Limit of a plan as JSON; what goes beyond it is counted instead of listed. */
export const MAX_PLAN_BYTES = 4 * 1024 * 1024;

/** More changes than so many bytes can hold. */
const MAX_CHANGES = 30_000;
const changes = () => entriesOf(PlanChange, MAX_CHANGES);

/** POST …/tasks/{id}/plan: before the task waits for a person, or before the plan is applied. */
export const PlanRequest = z.object({
  attempt: z.int32(),
  plan: TaskPlan.extend({ resources: changes(), drift: changes(), outputs: changes() }),
});
