import { admin } from "@/lib/access/access";
import { operation } from "@/lib/operation/define";
import { NoInput, NoParams } from "@/lib/operation/fields";
import { settings } from "@/lib/settings/settings";
import { VERSION } from "@/lib/settings/version";
import { type Retention, SystemStatus } from "@/lib/system/schema";
import { measureSystem } from "@/lib/system/store";

export const getSystem = operation({
  name: "system.status",
  summary:
    "What this installation stores and runs: sizes, counts, the oldest waiting task and the limits of what is kept",
  transaction: "none",
  access: admin,
  params: NoParams,
  input: NoInput,
  output: SystemStatus,
  run: async ({ db }) => ({ version: VERSION, retention: retention(), ...(await measureSystem(db)) }),
});

function retention(): Retention[] {
  const { retention: tasks, eventRetentionMs, stateRetention } = settings();
  return [
    {
      kind: "tasks_per_template",
      setting: "SIGNALBOX_MAX_TASKS_PER_TEMPLATE",
      unit: "count",
      limit: tasks.perTemplate,
    },
    { kind: "tasks_per_project", setting: "SIGNALBOX_MAX_TASKS_PER_PROJECT", unit: "count", limit: tasks.perProject },
    { kind: "task_age", setting: "SIGNALBOX_TASK_RETENTION", unit: "seconds", limit: tasks.ms / 1_000 },
    { kind: "event_age", setting: "SIGNALBOX_EVENT_RETENTION", unit: "seconds", limit: eventRetentionMs / 1_000 },
    { kind: "state_versions", setting: "SIGNALBOX_MAX_STATE_VERSIONS", unit: "count", limit: stateRetention.versions },
    { kind: "state_age", setting: "SIGNALBOX_STATE_RETENTION", unit: "seconds", limit: stateRetention.ms / 1_000 },
  ];
}
