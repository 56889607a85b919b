import { z } from "zod";
import { HostState, ResultEvent } from "@/lib/protocol/events";
import { parseJson } from "@/lib/protocol/json-text";

/** One round of a loop, as the callback plugin reports it. */
const Item = z.object({
  state: HostState,
  label: z.string(),
  message: z.string().default(""),
  diff: z.string().default(""),
  rc: z.int32().optional(),
  hidden: z.boolean().default(false),
});

const Play = z.object({ type: z.literal("play"), id: z.string(), name: z.string() });
const Step = z.object({
  type: z.literal("task"),
  id: z.string(),
  play: z.string().nullable(),
  name: z.string(),
  /** Path and number of the line, joined by a colon. */
  path: z.string(),
  handler: z.boolean(),
});
const Result = z.object({
  type: z.literal("result"),
  task: z.string(),
  host: z.string(),
  state: HostState,
  time: ResultEvent.shape.time,
  ms: ResultEvent.shape.ms,
  /** The mark before its first output. */
  mark: z.int().min(0),
  message: z.string().default(""),
  diff: z.string().default(""),
  rc: z.int32().optional(),
  items: z.array(Item).default([]),
  items_left_out: z.int().min(0).default(0),
  delegated_to: z.string().default(""),
  hidden: z.boolean().default(false),
});

export type ReportedStep = z.output<typeof Step>;
export type ReportedResult = z.output<typeof Result>;
const Reported = z.discriminatedUnion("type", [Play, Step, Result]);
/** What the callback plugin writes (runner/apps/ansible/callback-plugin.ts). */
export type Reported = z.output<typeof Reported>;

/** Null for what the plugin did not write: a playbook may write into its file, too. */
export const readReported = (line: string): Reported | null => Reported.safeParse(parseJson(line)).data ?? null;
