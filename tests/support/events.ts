import type { HostState, StepEvent, TaskEvent } from "@/lib/protocol/events";
import { writeLogBody } from "@/lib/protocol/log-body";

/** Events as lines, and what a runner sends of them. */
export const step = (number: number, name = `step ${number}`): StepEvent => ({
  type: "step",
  number,
  play: "Play",
  name,
  file: "site.yml",
  file_line: number + 1,
  is_handler: false,
});

export const host = (number: number, name = `host-${number}`): TaskEvent => ({ type: "host", number, name });

export const result = (of: number, on: number, state: HostState = "ok", more: object = {}): TaskEvent => ({
  type: "result",
  step: of,
  host: on,
  state,
  time: 1_700_000_000_000 + of * 1_000,
  ms: 100,
  ...more,
});

export const linesOf = (events: readonly TaskEvent[]): string[] => events.map((event) => JSON.stringify(event));

export const eventsBody = (attempt: number, first: number, events: readonly TaskEvent[]): Buffer =>
  writeLogBody(attempt, first, [
    { bytes: Buffer.from(linesOf(events).join("\n").concat("\n")), count: events.length, time: 0 },
  ]);
