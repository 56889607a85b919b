import { z } from "zod";
import { amountQuery, IdParam } from "@/lib/operation/fields";
import { CAUSES } from "@/lib/protocol/failure";
import { TaskReason } from "@/lib/protocol/status-fields";
import { isTimeZone } from "@/lib/protocol/time-zone";

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

export const StatisticsQuery = z.object({
  days: amountQuery(MAX_DAYS, DEFAULT_DAYS).describe(
    `How many days back, today included; at most ${MAX_DAYS}, ${DEFAULT_DAYS} without it`,
  ),
  template_id: IdParam.optional().describe("Only tasks of this template"),
  timezone: z
    .string()
    .max(64)
    .refine(isTimeZone, "timezoneUnknown")
    .default("UTC")
    .describe("Where the days begin at midnight, such as Europe/Berlin"),
});
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

const Seconds = z.number().nullable();

/** Counts of finished tasks; durations and waiting times in seconds, null if no task counts. */
export const Runs = z.object({
  success: z.int(),
  error: z.int(),
  stopped: z.int(),
  duration_p50: Seconds,
  duration_p95: Seconds,
  waited_p50: Seconds,
  waited_p95: Seconds,
});
export type Runs = z.infer<typeof Runs>;

const Group = Runs.extend({ id: z.int().nullable(), name: z.string().nullable() });
export type Group = z.infer<typeof Group>;

/** Each has only the groups with the most failures. */
export const GROUP_LISTS = ["templates", "people", "runners", "hosts", "causes"] as const;
export type GroupList = (typeof GROUP_LISTS)[number];

export const Statistics = z.object({
  /** How many tasks the numbers are of, without those inside workflows, and whether these are all of the time asked for. */
  tasks: z.int(),
  complete: z.boolean(),
  total: Runs,
  /** Every day, oldest first, as YYYY-MM-DD. */
  days: z.array(Runs.extend({ day: z.string() })),
  /** Those with the most failures first; `flaky`: commits on which it has both succeeded and failed. */
  templates: z.array(Group.extend({ flaky: z.int() })),
  /** Without a name: started by a schedule, an integration or a build. */
  people: z.array(Group),
  /** Without workflows, which no runner takes. `removed`: it ran them and was deleted since; else, without a name: none began them. */
  runners: z.array(Group.extend({ removed: z.boolean() })),
  /** That failed or were unreachable in the newest runs with an inventory; the most frequent first. */
  hosts: z.array(z.object({ name: z.string(), runs: z.int(), failed: z.int() })),
  /** By what all steps of a run took on them on average, in the newest runs with results of every host. */
  slowest_hosts: z.array(z.object({ name: z.string(), runs: z.int(), seconds: z.number() })),
  /** Most frequent first. `reason`: without a known cause, why they have their status; null also if only their program failed. */
  causes: z.array(
    z.object({
      cause: z.enum(CAUSES).nullable(),
      reason: TaskReason.nullable(),
      count: z.int(),
      task_id: z.int(),
    }),
  ),
  slowest: z.array(
    z.object({ task_id: z.int(), template_id: z.int(), template_name: z.string(), seconds: z.number() }),
  ),
  /** The lists that leave out groups with fewer failures. */
  cut: z.array(z.enum(GROUP_LISTS)),
});
export type Statistics = z.infer<typeof Statistics>;
