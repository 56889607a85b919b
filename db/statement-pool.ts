import type postgres from "postgres";
import { prepare, refuse } from "@/db/prepare";
import { ended, SingleClient, type SingleClientOptions } from "@/db/single-client";

class Connection extends SingleClient {
  /** How many statements are on their way. */
  running = 0;

  get isBusy(): boolean {
    return this.running > 0;
  }
}

/** Connections for statements outside of transactions. When all are busy, statements queue behind each other on one. */
export class StatementPool {
  private connections: Connection[] = [];
  private isEnded = false;
  private onIdle = () => {};

  constructor(
    private readonly url: string,
    private readonly options: SingleClientOptions,
    private readonly max: number,
  ) {}

  /** What Drizzle calls for each statement, and awaits at once. */
  readonly unsafe = ((text, params, options) => {
    if (this.isEnded) refuse(params, ended());
    const connection = this.pick();
    const query = connection.client.unsafe(text, params, options);
    connection.running++;
    return query;
  }) as postgres.Sql["unsafe"];

  /** Lets all statements end first, within a time limit. */
  async end(): Promise<void> {
    this.isEnded = true;
    const idle = new Promise<void>((resolve) => {
      this.onIdle = resolve;
    });
    this.lookIfIdle();
    await Promise.all(this.connections.map((connection) => connection.end(idle)));
  }

  /** The first that is free, which has most likely prepared the statement, or else the one with the least to do. */
  private pick(): Connection {
    for (const connection of this.connections) {
      if (connection.isBusy) continue;
      if (!connection.isOld) return connection;
      this.remove(connection);
      void connection.end();
    }
    if (this.connections.length < this.max) return this.open();
    return this.connections.reduce((least, one) => (one.running < least.running ? one : least));
  }

  private open(): Connection {
    const connection = new Connection(this.url, this.options, () => this.remove(connection));
    const failed = (error: unknown) => connection.failed(error);
    prepare(connection.client, connection.isPrepared, { failed, settled: () => this.settle(connection) });
    this.connections.push(connection);
    return connection;
  }

  private settle(connection: Connection): void {
    connection.running--;
    if (this.isEnded) this.lookIfIdle();
  }

  private lookIfIdle(): void {
    if (this.connections.every(({ running }) => running === 0)) this.onIdle();
  }

  private remove(connection: Connection): void {
    this.connections = this.connections.filter((other) => other !== connection);
  }
}
