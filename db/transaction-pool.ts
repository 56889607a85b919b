import { ended, lost, SingleClient, type SingleClientOptions } from "@/db/single-client";
import { type Body, transact } from "@/db/transaction";

/** Runs one transaction at a time, and nothing besides. */
class Connection extends SingleClient {
  onLost: (error: Error) => void = () => {};
  /** Resolves when its transaction has ended. */
  running: Promise<unknown> = Promise.resolve();
  isBusy = false;
}

type Waiting = { resolve: (connection: Connection) => void; reject: (error: Error) => void };

/** Connections for one transaction each. When all are busy, further transactions wait in order. */
export class TransactionPool {
  private idle: Connection[] = [];
  private readonly connections = new Set<Connection>();
  private readonly waiting: Waiting[] = [];
  private isEnded = false;

  constructor(
    private readonly url: string,
    private readonly options: SingleClientOptions,
    private readonly max: number,
  ) {}

  async run(body: Body): Promise<unknown> {
    const connection = await this.take();
    connection.isBusy = true;
    const running = transact(connection, body);
    connection.running = running.catch(() => undefined);
    try {
      return await running;
    } finally {
      this.release(connection);
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    for (const { reject } of this.waiting.splice(0)) reject(ended());
    await Promise.all([...this.connections].map((connection) => connection.end(connection.running)));
  }

  /** Prefers the connection used last, which has most likely prepared the next statement. */
  private async take(): Promise<Connection> {
    if (this.isEnded) throw ended();
    const connection = this.idle.pop() ?? this.openIfAllowed();
    return connection ?? (await new Promise<Connection>((resolve, reject) => this.waiting.push({ resolve, reject })));
  }

  private release(used: Connection): void {
    used.isBusy = false;
    if (used.isOld && !used.isClosed) {
      this.remove(used);
      void used.end();
    }
    const connection = this.connections.has(used) ? used : this.replacement();
    if (!connection) return;
    const next = this.waiting.shift();
    if (next) next.resolve(connection);
    else this.idle.push(connection);
  }

  private replacement(): Connection | undefined {
    return this.waiting.length > 0 ? this.openIfAllowed() : undefined;
  }

  private openIfAllowed(): Connection | undefined {
    if (this.connections.size >= this.max) return undefined;
    const connection = new Connection(this.url, this.options, () => {
      this.remove(connection);
      connection.onLost(lost());
    });
    this.connections.add(connection);
    return connection;
  }

  private remove(connection: Connection): void {
    this.connections.delete(connection);
    this.idle = this.idle.filter((other) => other !== connection);
  }
}
