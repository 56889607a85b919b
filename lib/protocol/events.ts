import { z } from "zod";
import { MAX_INSTANT } from "@/lib/protocol/log";
import { line, storable } from "@/lib/protocol/storable";

/** What became of one step of a playbook on one host. */
export const HOST_STATES = ["ok", "changed", "failed", "unreachable", "skipped", "ignored", "rescued"] as const;
export const HostState = z.enum(HOST_STATES);
export type HostState = z.infer<typeof HostState>;

/** A letter for each state, for rows that hold one of every host. */
export const STATE_LETTERS: Record<HostState, string> = {
  ok: "o",
  changed: "c",
  failed: "f",
  unreachable: "u",
  skipped: "s",
  ignored: "i",
  rescued: "r",
};
/** In place of a letter: the host has no result of the step. */
export const NO_STATE = " ";

/** An event as JSON in one line, in bytes; two of them have to fit a chunk. */
export const MAX_EVENT_BYTES = 30_000;
/** The runner reports no more. */
export const MAX_EVENTS = 2_000_000;
/** More are counted only. */
export const MAX_STEPS = 100_000;
export const MAX_HOSTS = 100_000;
/** Cells of the matrix: a step has one for every host up to the last with a result. Further results are left out. */
export const MAX_CELLS = 5_000_000;

/** Whatever a program has written, in the form that the database can hold. */
const programText = () => z.string().overwrite(storable);

const StepNumber = z
  .int()
  .min(0)
  .max(MAX_STEPS - 1);
const HostNumber = z
  .int()
  .min(0)
  .max(MAX_HOSTS - 1);

/** A step of a playbook, before its first result. Steps and hosts are numbered from 0 as they come. */
export const StepEvent = z.object({
  type: z.literal("step"),
  number: StepNumber,
  play: line(1000),
  name: line(1000),
  /** Relative to the repository if it lies in there, with the number of the line; "": unknown. */
  file: line(1000),
  file_line: z.int().min(0).max(2_147_483_647),
  is_handler: z.boolean(),
});
export type StepEvent = z.infer<typeof StepEvent>;

/** A host, before its first result. */
export const HostEvent = z.object({ type: z.literal("host"), number: HostNumber, name: line(1000) });

/** What the command or module that failed exited with, as its host reports it; below 0: the signal that ended it. */
const ExitCode = z.int32();

/** One round of a loop. */
export const ResultItem = z.object({
  state: HostState,
  label: programText(),
  message: programText().optional(),
  diff: programText().optional(),
  exit_code: ExitCode.optional(),
  hidden: z.literal(true).optional(),
});
export type ResultItem = z.infer<typeof ResultItem>;

/** The result of one step on one host. */
export const ResultEvent = z.object({
  type: z.literal("result"),
  step: StepNumber,
  host: HostNumber,
  state: HostState,
  /** When it ended, in milliseconds since 1970 by the runner's clock, and how long it took. */
  time: z.int().min(0).max(MAX_INSTANT),
  ms: z.int().min(0).max(2_147_483_647),
  /** Where its output begins in the log; absent: it is not in the log. */
  line: z.int().min(0).optional(),
  message: programText().optional(),
  diff: programText().optional(),
  exit_code: ExitCode.optional(),
  items: z.array(ResultItem).optional(),
  items_left_out: z.int().min(1).optional(),
  delegated_to: programText().optional(),
  /** Its playbook keeps the details out of every log. */
  hidden: z.literal(true).optional(),
  /** Details are left out, because the task has reported too much. */
  bare: z.literal(true).optional(),
});
export type ResultEvent = z.infer<typeof ResultEvent>;

export const TaskEvent = z.discriminatedUnion("type", [StepEvent, HostEvent, ResultEvent]);
export type TaskEvent = z.infer<typeof TaskEvent>;
