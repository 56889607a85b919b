import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type ConnectOptions, connect } from "@/db/connect";

export const END_TIMEOUT_SECONDS = 5;
/** Prepared statements go with the connection. */
const LIFETIME_MS = 30 * 60_000;

/** A client with one connection. Once that is closed, whatever waits for it fails, and the client is never used again. */
export class SingleClient {
  readonly client: postgres.Sql;
  readonly isPrepared: boolean;
  isClosed = false;
  private readonly openedAt = performance.now();

  constructor(url: string, options: ConnectOptions, onClosed: () => void) {
    const onclose = () => {
      this.isClosed = true;
      onClosed();
      void this.client.end({ timeout: 0 });
    };
    this.isPrepared = options.prepare ?? true;
    this.client = connect(url, { ...options, max: 1, onclose });
    // drizzle() configures how the client reads and writes times and JSON.
    drizzle(this.client);
  }

  get isOld(): boolean {
    return performance.now() - this.openedAt > LIFETIME_MS;
  }

  /** Lets statements end first, within a time limit. */
  end(): Promise<void> {
    return this.client.end({ timeout: END_TIMEOUT_SECONDS });
  }
}

/** The error that postgres.js has for statements of a client that was ended. */
export const ended = () => Object.assign(new Error("write CONNECTION_ENDED"), { code: "CONNECTION_ENDED" });
