import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { parsePgArray } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type ConnectOptions, connect, onSocket } from "@/db/connect";
import { endSilence, SILENCE_MS } from "@/db/silence";
import { SQLSTATE } from "@/db/sqlstate";
import { errorCode } from "@/lib/process/error-code";

const END_TIMEOUT_SECONDS = 5;
/** Prepared statements go with the connection. */
const LIFETIME_MS = 30 * 60_000;

const toNumbers = (text: string): number[] => parsePgArray(text).map(Number);
const toBooleans = (text: string): boolean[] => parsePgArray(text).map((element) => element === "t");

/**
 * For arrays by their types' numbers in Postgres; of those that statements of ours return, none has nulls. postgres.js would
 * ask each new connection for all types, and leaves a rejection unhandled if that breaks meanwhile.
 */
const ARRAY_PARSERS = {
  ...Object.fromEntries([1005, 1007, 1021, 1022, 1028].map((type) => [type, toNumbers])),
  ...Object.fromEntries([1003, 1009, 1015, 1016, 1115, 1182, 1185, 1231].map((type) => [type, parsePgArray])),
  1000: toBooleans,
};

export type SingleClientOptions = ConnectOptions & { silenceMs?: number };

/**
 * A client with one connection. Once that is closed, whatever waits for it fails, and the client is never used again:
 * postgres.js would open another one for what waits, also after the client's end.
 */
export abstract class SingleClient {
  readonly client: postgres.Sql;
  readonly isPrepared: boolean;
  isClosed = false;
  private socket: Socket | null = null;
  private readonly openedAt = performance.now();
  private isReadOnly = false;

  constructor(
    url: string,
    { silenceMs = SILENCE_MS, ...options }: SingleClientOptions,
    private readonly onClosed: () => void,
  ) {
    this.isPrepared = options.prepare ?? true;
    const onclose = () => this.close();
    const onlyOne = onSocket((socket) => this.useOnce(socket, silenceMs));
    const own = { ...onlyOne, max: 1, max_lifetime: null, fetch_types: false, onclose };
    this.client = connect(url, { ...options, ...own });
    // drizzle() configures how the client reads and writes times and JSON.
    drizzle(this.client);
    Object.assign(this.client.options.parsers, ARRAY_PARSERS);
  }

  /** Whether Postgres owes an answer, or waits for the next statement of a transaction. */
  abstract get isBusy(): boolean;

  get isOld(): boolean {
    return this.isReadOnly || performance.now() - this.openedAt > LIFETIME_MS;
  }

  /** Call it with the error of each statement: after a failover a session may stay read-only, while new ones can write. */
  failed(error: unknown): void {
    if (errorCode(error) === SQLSTATE.readOnlyTransaction) this.isReadOnly = true;
  }

  /**
   * When `work` is done, or after a time limit: postgres.js ends a connection before the statements that wait for it, and after
   * those that have been sent.
   */
  async end(work?: Promise<unknown>): Promise<void> {
    await Promise.race([work, setTimeout(END_TIMEOUT_SECONDS * 1_000, null, { ref: false })]);
    await this.client.end({ timeout: END_TIMEOUT_SECONDS });
    this.socket?.destroy();
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.onClosed();
    void this.client.end({ timeout: 0 });
  }

  private useOnce(socket: Socket, silenceMs: number): void {
    if (this.socket) {
      socket.destroy();
      this.close();
      throw lost();
    }
    this.socket = socket;
    endSilence(socket, silenceMs, () => this.isBusy);
  }
}

/** The errors that postgres.js has for statements whose connection was lost, and of a client that was ended. */
export const lost = () => Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
export const ended = () => Object.assign(new Error("write CONNECTION_ENDED"), { code: "CONNECTION_ENDED" });
