import { z } from "zod";
import { limitQuery, offsetQuery, optionalOffsetQuery, text, textQuery } from "@/lib/operation/fields";
import { HostState, ResultEvent } from "@/lib/protocol/events";

const StepNumber = z.int();
const millis = () => z.int();

/** A step of a playbook; numbers count from 0 in the order in which steps began. */
export const MatrixStep = z.object({
  number: StepNumber,
  play: z.string(),
  name: z.string(),
  file: z.string(),
  file_line: z.int(),
  is_handler: z.boolean(),
  /** A letter for each host, by its number: o ok, c changed, f failed, u unreachable, s skipped, i ignored, r rescued; a blank: none. */
  states: z.string(),
  /** RFC 3339; null: no result yet. */
  started: z.string().nullable(),
  ended: z.string().nullable(),
  /** What all hosts took together, in milliseconds. */
  millis: millis(),
});
export type MatrixStep = z.infer<typeof MatrixStep>;

export const MatrixHost = z.object({ number: z.int(), name: z.string(), millis: millis() });
export type MatrixHost = z.infer<typeof MatrixHost>;

/** Hosts × steps of a run. */
export const TaskMatrix = z.object({
  /** How many events there are: `known` of the next call. */
  events: z.int(),
  hosts: z.array(MatrixHost),
  steps: z.array(MatrixStep),
});
export type TaskMatrix = z.infer<typeof TaskMatrix>;

export const MatrixQuery = z.object({
  known: offsetQuery().describe("Only steps that changed since there were so many events"),
  from: offsetQuery().describe("The first step, by its number"),
  limit: limitQuery(10_000).describe("How many steps at most"),
});

export const TaskEventsQuery = z.object({
  host: textQuery(1000).optional().describe("Only results of the host with this name"),
  step: optionalOffsetQuery().describe("Only results of the step with this number"),
  state: z
    .preprocess((value) => (value ? String(value).split(",") : undefined), z.array(HostState).max(10).optional())
    .describe("Only results in these states, separated by commas"),
  from: offsetQuery().describe("Only events from this number on: next of the reply before"),
  limit: limitQuery(500).describe("How many at most; 100 without it"),
});
export type TaskEventsQuery = z.output<typeof TaskEventsQuery>;

/** One result of a step on a host. */
export const HostStepResult = ResultEvent.omit({ type: true, host: true }).extend({
  /** Number of the event. */
  event: z.int(),
  host: z.string(),
  time: z.string(),
});
export type HostStepResult = z.infer<typeof HostStepResult>;

export const TaskResults = z.object({
  results: z.array(HostStepResult),
  /** Where to go on; null: these are all. */
  next: z.int().nullable(),
});
export type TaskResults = z.infer<typeof TaskResults>;

const RerunHosts = z.union([
  z.enum(["failed", "unreachable", "any_failure"]),
  z.array(z.string().min(1).max(1000)).min(1).max(100_000),
]);

/** POST …/rerun: either the hosts that failed, that could not be reached, or both, or hosts by their names; or the failed tests. */
export const RerunInput = z
  .object({
    hosts: RerunHosts.optional(),
    tests: z.literal("failed").optional(),
    /** JSON text of secret survey answers, which the ended task no longer has: all that it was given. */
    secret: text(256 * 1024),
  })
  .transform(({ hosts, tests, secret }, context) => {
    if (hosts && tests) {
      context.addIssue({ code: "custom", path: ["tests"], message: "hostsOrTests" });
      return z.NEVER;
    }
    if (tests) return { tests, secret };
    if (hosts) return { hosts, secret };
    context.addIssue({ code: "custom", path: ["hosts"], message: "hostsOrTests" });
    return z.NEVER;
  });
export type RerunInput = z.output<typeof RerunInput>;
