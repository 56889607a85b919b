import { AppError, invalid } from "@/lib/operation/errors";
import { MAX_EVENT_BYTES, type ResultEvent, STATE_LETTERS, type StepEvent } from "@/lib/protocol/events";
import type { LogChunk } from "@/lib/protocol/log";
import { readEvents } from "@/lib/task/events/event-lines";

/** Where in a chunk to look for which results. */
type Contents = { steps: number[]; hosts: number[]; states: string };
/** Letters of neighbouring hosts from `first` on; those before it end at `after`. */
type Cells = { after: number; first: number; letters: string };
type StepChange = {
  number: number;
  cells: Cells[];
  /** Where the last of them end. */
  width: number;
  started: number | null;
  ended: number | null;
  millis: number;
  last_event: number;
};

/** What chunks of events change in the tables that the matrix is read from. */
export type Digest = {
  contents: Contents[];
  newSteps: (Omit<StepEvent, "type"> & StepChange)[];
  steps: StepChange[];
  newHosts: { number: number; name: string; millis: number }[];
  hosts: { number: number; millis: number }[];
};

/** Throws for what is no event: a runner of ours does not send it. */
export function digest(chunks: readonly LogChunk[]): Digest {
  const collected = new Collected();
  const contents = chunks.map((chunk) => collected.add(chunk));
  return { contents, ...collected.changes };
}

type Progress = Omit<StepChange, "cells" | "width"> & { letters: Map<number, string> };

class Collected {
  private readonly defined = new Map<number, Omit<StepEvent, "type">>();
  private readonly named = new Map<number, string>();
  private readonly steps = new Map<number, Progress>();
  private readonly millis = new Map<number, number>();

  add(chunk: LogChunk): Contents {
    const isTooLong = (line: string) => Buffer.byteLength(line) > MAX_EVENT_BYTES;
    if (chunk.text.split("\n").some(isTooLong)) throw invalid("text", "tooLong", { maximum: MAX_EVENT_BYTES });
    const events = readEvents(chunk);
    if (events.length !== chunk.offsets.length)
      throw new AppError("invalid", { issues: [{ path: "offsets", key: "chunkMismatch" }] });
    const found = { steps: new Set<number>(), hosts: new Set<number>(), states: new Set<string>() };
    for (const [index, event] of events.entries()) {
      const number = chunk.first_line + index;
      if (event.type === "host") this.named.set(event.number, event.name);
      else if (event.type === "step") this.define(event, number);
      else {
        this.note(event, number);
        found.steps.add(event.step);
        found.hosts.add(event.host);
        found.states.add(STATE_LETTERS[event.state]);
      }
    }
    return { steps: [...found.steps], hosts: [...found.hosts], states: [...found.states].join("") };
  }

  get changes(): Omit<Digest, "contents"> {
    const steps = [...this.steps.values()].map(({ letters, ...step }) => ({ ...step, ...cellsOf(letters) }));
    const hosts = [...this.millis].map(([number, millis]) => ({ number, millis }));
    return {
      newSteps: steps.flatMap((step) => {
        const defined = this.defined.get(step.number);
        return defined ? [{ ...defined, ...step }] : [];
      }),
      steps: steps.filter(({ number }) => !this.defined.has(number)),
      newHosts: [...this.named].map(([number, name]) => ({ number, name, millis: this.millis.get(number) ?? 0 })),
      hosts: hosts.filter(({ number }) => !this.named.has(number)),
    };
  }

  private define({ type: _, ...step }: StepEvent, event: number): void {
    this.defined.set(step.number, step);
    this.progressOf(step.number).last_event = event;
  }

  private note({ step, host, state, time, ms }: ResultEvent, event: number): void {
    const progress = this.progressOf(step);
    progress.letters.set(host, STATE_LETTERS[state]);
    progress.started = Math.min(progress.started ?? time, time - ms);
    progress.ended = Math.max(progress.ended ?? time, time);
    progress.millis += ms;
    progress.last_event = event;
    this.millis.set(host, (this.millis.get(host) ?? 0) + ms);
  }

  private progressOf(number: number): Progress {
    const known = this.steps.get(number);
    if (known) return known;
    const fresh = { number, letters: new Map(), started: null, ended: null, millis: 0, last_event: 0 };
    this.steps.set(number, fresh);
    return fresh;
  }
}

/** As much as there are results, wherever their hosts are. */
function cellsOf(letters: ReadonlyMap<number, string>): Pick<StepChange, "cells" | "width"> {
  const cells: Cells[] = [];
  let width = 0;
  for (const [host, letter] of [...letters].sort(([a], [b]) => a - b)) {
    const last = cells.at(-1);
    if (last && host === width) last.letters += letter;
    else cells.push({ after: width, first: host, letters: letter });
    width = host + 1;
  }
  return { cells, width };
}
