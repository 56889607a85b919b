import type { LineRange } from "@/components/log/line/line-hash";
import { chunkLines, type LogChunk, type LogLine } from "@/lib/protocol/log";

/** Lines per page, the unit of fetching and eviction. */
export const PAGE_LINES = 500;
const MAX_PAGES = 60;
const MAX_WANTED = 24;
const PARALLEL_FETCHES = 2;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

export type FetchWindow = (from: number, limit: number) => Promise<LogLine[]>;

/** The held lines of a page: without gaps from its first line. Its identity is stable while it is held. */
export type LogPage = { first: number; lines: LogLine[] };

type LogStoreOptions = { total: number; fetchWindow: FetchWindow; maxPages?: number };

/**
 * The visible part of a log. Lines count from 0. The store knows how many there are, holds a few pages, accepts live
 * chunks only where they continue a held page, and fetches the rest on demand; so a log of any length opens at once,
 * and no line is duplicated or missing after a lost connection.
 */
export class LogStore {
  readonly #fetchWindow: FetchWindow;
  readonly #maxPages: number;
  /** In order of last use. */
  readonly #pages = new Map<number, LogPage>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #total: number;
  /** Page numbers. */
  #wanted: ReadonlySet<number> = new Set();
  #retryMs = FIRST_RETRY_MS;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #failing = false;
  #version = 0;
  #announced = false;

  constructor({ total, fetchWindow, maxPages = MAX_PAGES }: LogStoreOptions) {
    this.#total = total;
    this.#fetchWindow = fetchWindow;
    this.#maxPages = maxPages;
  }

  /** The known number of lines. */
  get total(): number {
    return this.#total;
  }

  /** True after a failed fetch while a retry is pending. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Changes whenever readable content changes. */
  get version(): number {
    return this.#version;
  }

  /** True once lines could be shown. */
  get isOpened(): boolean {
    return this.#pages.size > 0;
  }

  page(line: number): LogPage | undefined {
    return this.#pages.get(Math.floor(line / PAGE_LINES));
  }

  line(line: number): LogLine | undefined {
    return this.page(line)?.lines[line % PAGE_LINES];
  }

  /** Marks lines as visible: keeps them and fetches missing ones. */
  want(first: number, last: number): void {
    this.wantRanges([{ first, last }]);
  }

  /** Most important first: of many ranges far apart, only the first pages are wanted. */
  wantRanges(ranges: readonly LineRange[]): void {
    const wanted = new Set<number>();
    for (const { first, last } of ranges)
      for (let page = pageOf(first); page <= pageOf(last) && wanted.size < MAX_WANTED; page++) wanted.add(page);
    this.#wanted = wanted;
    for (const number of wanted) {
      const page = this.#pages.get(number);
      if (page) this.#use(number, page);
    }
    this.#fetchMissing();
  }

  /** Adds new lines from the server. Lines that don't continue a held page only raise the total. */
  applyChunk(chunk: LogChunk): void {
    this.#add(chunkLines(chunk));
    this.setTotal(chunk.first_line + chunk.offsets.length);
  }

  /** Sets the known number of lines, for example after subscribing again; it never shrinks. */
  setTotal(total: number): void {
    if (total > this.#total) this.#total = total;
    this.#announce();
    this.#fetchMissing();
  }

  /** The listener runs at most once per frame. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops retrying until the next want(). */
  dispose(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#failing = false;
    this.#wanted = new Set();
  }

  /** How many existing lines of the page are not held. */
  #missing(number: number): number {
    const exist = Math.min(PAGE_LINES, this.#total - number * PAGE_LINES);
    return exist - (this.#pages.get(number)?.lines.length ?? 0);
  }

  #fetchMissing(): void {
    if (this.#retryTimer) return;
    for (const number of this.#wanted) {
      if (this.#loading.size >= PARALLEL_FETCHES) return;
      if (!this.#loading.has(number) && this.#missing(number) > 0) void this.#fetch(number);
    }
  }

  async #fetch(number: number): Promise<void> {
    const held = this.#pages.get(number)?.lines.length ?? 0;
    this.#loading.add(number);
    // Treat an error and an empty response alike: retry later.
    const lines = await this.#fetchWindow(number * PAGE_LINES + held, PAGE_LINES - held).catch(() => []);
    this.#loading.delete(number);
    const wasMissing = this.#missing(number);
    this.#add(lines);
    const progress = this.#missing(number) < wasMissing || wasMissing <= 0;
    if (progress) this.#retryMs = FIRST_RETRY_MS;
    else this.#retryLater();
    this.#failing = this.#retryTimer !== null;
    this.#announce();
    this.#fetchMissing();
  }

  #retryLater(): void {
    if (this.#retryTimer || this.#wanted.size === 0) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#fetchMissing();
      if (this.#loading.size > 0) return;
      // What was missing is not wanted any more.
      this.#failing = false;
      this.#announce();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  /** Adds each line that continues its page; skips held lines and those after a gap. */
  #add(lines: readonly LogLine[]): void {
    for (const line of lines) {
      const number = Math.floor(line.line / PAGE_LINES);
      const place = line.line % PAGE_LINES;
      const page = this.#pages.get(number) ?? (place === 0 ? this.#open(number) : undefined);
      if (page?.lines.length === place) page.lines.push(line);
    }
    const last = lines.at(-1);
    if (last && last.line >= this.#total) this.#total = last.line + 1;
  }

  #open(number: number): LogPage {
    const page = { first: number * PAGE_LINES, lines: [] };
    this.#pages.set(number, page);
    this.#forgetOld();
    return page;
  }

  #use(number: number, page: LogPage): void {
    this.#pages.delete(number);
    this.#pages.set(number, page);
  }

  #forgetOld(): void {
    const newest = [...this.#pages.keys()].at(-1);
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= this.#maxPages) return;
      if (!this.#wanted.has(number) && number !== newest) this.#pages.delete(number);
    }
  }

  #announce(): void {
    this.#version += 1;
    if (this.#announced || this.#listeners.size === 0) return;
    this.#announced = true;
    nextFrame(() => {
      this.#announced = false;
      for (const listener of this.#listeners) listener();
    });
  }
}

const pageOf = (line: number): number => Math.floor(Math.max(0, line) / PAGE_LINES);

const nextFrame = (run: () => void): void => {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run, 0);
};
