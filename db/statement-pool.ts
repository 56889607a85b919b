import type postgres from "postgres";
import type { ConnectOptions } from "@/db/connect";
import { prepare } from "@/db/prepare";
import { ended, SingleClient } from "@/db/single-client";

/**
 * postgres.js opens a client's connection again, although the client has been ended, if more statements waited than fit the
 * connection that broke: that one is closed when it is so old, in seconds. No other gets that old.
 */
const MAX_LIFETIME_SECONDS = 60 * 60;

class Connection extends SingleClient {
  /** How many statements are on their way. */
  running = 0;
}

/** Connections for statements outside of transactions. When all are busy, statements queue behind each other on one. */
export class StatementPool {
  private connections: Connection[] = [];
  private isEnded = false;

  constructor(
    private readonly url: string,
    private readonly options: ConnectOptions,
    private readonly max: number,
  ) {}

  /** What Drizzle calls for each statement, and awaits at once. */
  readonly unsafe = ((...statement: Parameters<postgres.Sql["unsafe"]>) => {
    const connection = this.pick();
    const query = connection.client.unsafe(...statement);
    connection.running++;
    return query;
  }) as postgres.Sql["unsafe"];

  async end(): Promise<void> {
    this.isEnded = true;
    await Promise.all(this.connections.map((connection) => connection.end()));
  }

  /** The first that is free, which has most likely prepared the statement, or else the one with the least to do. */
  private pick(): Connection {
    if (this.isEnded) throw ended();
    for (const connection of this.connections) {
      if (connection.running > 0) continue;
      if (!connection.isOld) return connection;
      this.remove(connection);
      void connection.end();
    }
    if (this.connections.length < this.max) return this.open();
    return this.connections.reduce((least, one) => (one.running < least.running ? one : least));
  }

  private open(): Connection {
    const options = { ...this.options, max_lifetime: MAX_LIFETIME_SECONDS };
    const connection = new Connection(this.url, options, () => this.remove(connection));
    prepare(connection.client, connection.isPrepared, { settled: () => connection.running-- });
    this.connections.push(connection);
    return connection;
  }

  private remove(connection: Connection): void {
    this.connections = this.connections.filter((other) => other !== connection);
  }
}
