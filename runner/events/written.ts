import type { z } from "zod";
import {
  type HostEvent,
  MAX_CELLS,
  MAX_EVENT_BYTES,
  MAX_HOSTS,
  MAX_STEPS,
  type ResultEvent,
  type ResultItem,
  type StepEvent,
} from "@/lib/protocol/events";
import { beginning } from "@/lib/protocol/storable";
import { MAX_REPORTED } from "@/runner/apps/ansible/callback-plugin";
import type { Reported, ReportedResult, ReportedStep } from "@/runner/events/reported";

/** How much of a result is kept, in characters and rounds of its loop. */
type Limits = { message: number; diff: number; items: number; itemText: number };

/** The first that makes an event short enough counts; escaped characters take up to six bytes. */
const LIMITS: readonly Limits[] = [
  { message: 8_000, diff: 16_000, items: 200, itemText: 1_000 },
  { message: 2_000, diff: 4_000, items: 50, itemText: 100 },
  { message: 500, diff: 500, items: 10, itemText: 100 },
];
const BARE: Limits = { message: 0, diff: 0, items: 0, itemText: 0 };
/** Masks make a text shorter, so more of it is read than kept. */
const READ_TIMES = 2;
const MAX_NAME = 1_000;
const CUT = "… (the rest is left out)";
const POSITION = /^(.*):(\d{1,9})$/s;

export type WriterPorts = {
  /** Masks what a log would mask. Of a text that goes on, what may be the beginning of a secret is left out. */
  clean(text: string, goesOn?: boolean): string;
  /** Paths below it are shortened. */
  root: string;
  lineOf(mark: number): number | undefined;
  /** The details of results no longer fit. */
  isFull(): boolean;
  /** Something is left out as there are too many hosts and steps. */
  leftOut(): void;
};

/** Turns what the plugin reports into events of the protocol: numbered, masked and cut to length. */
export class EventWriter {
  private readonly plays = new Map<string, string>();
  private readonly steps = new Map<string, number>();
  private readonly hosts = new Map<string, number>();
  /** How many hosts the matrix has of each step, up to the last with a result, and of all steps. */
  private readonly widths: number[] = [];
  private cells = 0;

  constructor(private readonly ports: WriterPorts) {}

  /** JSON in a line each: what a result refers to for the first time comes before it. */
  write(reported: Reported): string[] {
    if (reported.type === "play") {
      this.plays.set(reported.id, this.name(reported.name));
      return [];
    }
    return reported.type === "task" ? this.writeStep(reported) : this.writeResult(reported);
  }

  private writeStep({ id, play, name, path, handler }: ReportedStep): string[] {
    if (this.steps.has(id)) return [];
    if (this.steps.size >= MAX_STEPS) return this.leaveOut();
    const number = this.steps.size;
    this.steps.set(id, number);
    const [, file = "", line = "0"] = POSITION.exec(path) ?? [];
    const event: StepEvent = {
      type: "step",
      number,
      play: this.plays.get(play ?? "") ?? "",
      name: this.name(name),
      file: this.name(file.startsWith(`${this.ports.root}/`) ? file.slice(this.ports.root.length + 1) : file),
      file_line: Number(line),
      is_handler: handler,
    };
    return [JSON.stringify(event)];
  }

  private writeResult(result: ReportedResult): string[] {
    const step = this.steps.get(result.task);
    if (step === undefined) return [];
    const known = this.hosts.get(result.host);
    const host = known ?? this.hosts.size;
    if (host >= MAX_HOSTS || !this.takeCell(step, host)) return this.leaveOut();
    this.hosts.set(result.host, host);
    const named: z.infer<typeof HostEvent> = { type: "host", number: host, name: this.name(result.host) };
    return [...(known === undefined ? [JSON.stringify(named)] : []), this.fitted(result, step, host)];
  }

  private takeCell(step: number, host: number): boolean {
    const width = this.widths[step] ?? 0;
    const more = Math.max(host + 1 - width, 0);
    if (this.cells + more > MAX_CELLS) return false;
    this.cells += more;
    this.widths[step] = width + more;
    return true;
  }

  private leaveOut(): string[] {
    this.ports.leftOut();
    return [];
  }

  private fitted(result: ReportedResult, step: number, host: number): string {
    for (const limits of this.ports.isFull() ? [] : LIMITS) {
      const text = JSON.stringify(this.event(result, step, host, limits));
      if (Buffer.byteLength(text) <= MAX_EVENT_BYTES) return text;
    }
    return JSON.stringify({ ...this.event(result, step, host, BARE), bare: true });
  }

  private event(result: ReportedResult, step: number, host: number, limits: Limits): ResultEvent {
    const { state, time, ms, mark, delegated_to, hidden } = result;
    const items = result.items.slice(0, limits.items);
    const left = result.items.length - items.length + result.items_left_out;
    return {
      type: "result",
      step,
      host,
      state,
      time,
      ms,
      line: this.ports.lineOf(mark),
      ...this.texts(result, limits),
      exit_code: result.rc,
      ...(items.length > 0 && { items: items.map((item) => this.item(item, limits.itemText)) }),
      ...(left > 0 && { items_left_out: left }),
      ...(delegated_to !== "" && { delegated_to: this.name(delegated_to) }),
      ...(hidden && { hidden }),
    };
  }

  private item(item: ReportedResult["items"][number], max: number): ResultItem {
    const label = this.cut(item.label, max);
    const texts = this.texts(item, { message: max, diff: max });
    return { state: item.state, label, ...texts, exit_code: item.rc, ...(item.hidden && { hidden: true }) };
  }

  private texts({ message, diff }: { message: string; diff: string }, limits: Pick<Limits, "message" | "diff">) {
    return {
      ...(message !== "" && limits.message > 0 && { message: this.cut(message, limits.message) }),
      ...(diff !== "" && limits.diff > 0 && { diff: this.cut(diff, limits.diff) }),
    };
  }

  /** Masked first: a cut through a secret would leave its beginning. */
  private cut(text: string, max: number): string {
    const goesOn = text.length > READ_TIMES * max || text.length >= MAX_REPORTED;
    const clean = this.ports.clean(text.slice(0, READ_TIMES * max), goesOn);
    return goesOn || clean.length > max ? `${beginning(clean, max)}\n${CUT}` : clean;
  }

  private name = (text: string): string => beginning(this.ports.clean(text), MAX_NAME);
}
