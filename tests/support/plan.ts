import type { PlanChange, TaskPlan } from "@/lib/protocol/plan";

export const planChange = (changes: Partial<PlanChange> = {}): PlanChange => ({
  address: "aws_instance.web",
  module: "",
  type: "aws_instance",
  action: "update",
  reason: "",
  previous_address: null,
  imported: false,
  forced_by: [],
  omitted: 0,
  attributes: [{ path: "size", before: { kind: "value", text: '"small"' }, after: { kind: "value", text: '"large"' } }],
  ...changes,
});

export const taskPlan = (changes: Partial<TaskPlan> = {}): TaskPlan => ({
  checksum: "c".repeat(64),
  resources: [planChange()],
  drift: [],
  outputs: [],
  omitted: 0,
  ...changes,
});
