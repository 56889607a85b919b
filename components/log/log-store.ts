import { chunkLines, type LogChunk, type LogLine } from "@/lib/protocol/log";

/** Lines of one page, the unit that is fetched and forgotten. */
export const PAGE_LINES = 500;
const MAX_PAGES = 60;
const PARALLEL_FETCHES = 2;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

export type FetchWindow = (from: number, limit: number) => Promise<LogLine[]>;

/** The lines held of a page: gap-free from its first line on. Its identity is stable while it is held. */
export type LogPage = { first: number; lines: LogLine[] };

type LogStoreOptions = { total: number; fetchWindow: FetchWindow; maxPages?: number };

/**
 * The part of a log that somebody looks at. Lines count from 0. It knows how many lines there are, holds a few
 * pages of them, takes live chunks only where they continue what it holds, and fetches the rest when wanted;
 * so a log of any length opens at once, and nothing is doubled or missing after a lost connection.
 */
export class LogStore {
  readonly #fetchWindow: FetchWindow;
  readonly #maxPages: number;
  /** In the order of last use. */
  readonly #pages = new Map<number, LogPage>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #total: number;
  #wanted: [first: number, last: number] = [0, -1];
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

  /** How many lines the log has, as far as known. */
  get total(): number {
    return this.#total;
  }

  /** The last fetch brought nothing; another is on its way. */
  get failing(): boolean {
    return this.#failing;
  }

  /** Changes with everything that can be read here. */
  get version(): number {
    return this.#version;
  }

  page(line: number): LogPage | undefined {
    return this.#pages.get(Math.floor(line / PAGE_LINES));
  }

  line(line: number): LogLine | undefined {
    return this.page(line)?.lines[line % PAGE_LINES];
  }

  /** These lines are on the screen: keep them, and fetch what is missing. */
  want(first: number, last: number): void {
    this.#wanted = [Math.floor(Math.max(0, first) / PAGE_LINES), Math.floor(Math.max(0, last) / PAGE_LINES)];
    for (const number of this.#wantedPages()) {
      const page = this.#pages.get(number);
      if (page) this.#use(number, page);
    }
    this.#fetchMissing();
  }

  /** New lines from the server. What does not continue a page held here only raises the total. */
  applyChunk(chunk: LogChunk): void {
    this.#add(chunkLines(chunk));
    this.setTotal(chunk.first_line + chunk.offsets.length);
  }

  /** The log is known to have this many lines, as after subscribing again; it never shrinks. */
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

  /** Stops trying again; the next want() starts anew. */
  dispose(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    this.#wanted = [0, -1];
  }

  #wantedPages(): number[] {
    const [first, last] = this.#wanted;
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  }

  /** How many lines of the page exist and are not here. */
  #missing(number: number): number {
    const exist = Math.min(PAGE_LINES, this.#total - number * PAGE_LINES);
    return exist - (this.#pages.get(number)?.lines.length ?? 0);
  }

  #fetchMissing(): void {
    if (this.#retryTimer) return;
    for (const number of this.#wantedPages()) {
      if (this.#loading.size >= PARALLEL_FETCHES) return;
      if (!this.#loading.has(number) && this.#missing(number) > 0) void this.#fetch(number);
    }
  }

  async #fetch(number: number): Promise<void> {
    const held = this.#pages.get(number)?.lines.length ?? 0;
    this.#loading.add(number);
    // A rejection and an empty answer mean the same here: not now.
    const lines = await this.#fetchWindow(number * PAGE_LINES + held, PAGE_LINES - held).catch(() => []);
    this.#loading.delete(number);
    const wasMissing = this.#missing(number);
    this.#add(lines);
    const progress = this.#missing(number) < wasMissing || wasMissing <= 0;
    this.#failing = !progress;
    if (progress) this.#retryMs = FIRST_RETRY_MS;
    else this.#retryLater();
    this.#announce();
    this.#fetchMissing();
  }

  #retryLater(): void {
    if (this.#retryTimer || this.#wantedPages().length === 0) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      this.#fetchMissing();
    }, this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  /** Takes each line that continues its page; those already held and those after a gap are left out. */
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
    const [first, last] = this.#wanted;
    const newest = [...this.#pages.keys()].at(-1);
    for (const number of this.#pages.keys()) {
      if (this.#pages.size <= this.#maxPages) return;
      const wanted = number >= first && number <= last;
      if (!wanted && number !== newest) this.#pages.delete(number);
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

const nextFrame = (run: () => void): void => {
  if (typeof requestAnimationFrame === "function") requestAnimationFrame(run);
  else setTimeout(run, 0);
};
