import { connect, createServer, type Socket } from "node:net";
import { type Listening, listen } from "../support/listen";
import { HttpRequests } from "./http-requests";

/**
 * `drop`: nothing passes until the fault is over, then it arrives late. `reset`: connections are reset, new ones as soon as
 * the server responds, so the request has been processed. `half-open`: requests arrive, responses don't, and the client
 * notices nothing. `duplicate`: every request arrives twice.
 */
export type Mode = "pass" | "drop" | "delay" | "reset" | "half-open" | "duplicate";

const DELAY_MS = 150;
const REPEAT_WITHIN_MS = 300;
/** A repeated long poll is aborted after this time. */
const REPEAT_LASTS_MS = 2000;

/** A local HTTP port, or the path of any server's socket, for which `duplicate` has no use. */
export type Target = number | string;

/** A proxy that injects faults between a client and its server. */
export class FaultProxy {
  private mode: Mode = "pass";
  private readonly links = new Set<Link>();
  repeated = 0;

  private constructor(
    private readonly listening: Listening,
    private readonly target: Target,
  ) {}

  static async start(target: Target): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(await listen(server), target);
    server.on("connection", (client) => proxy.accept(client));
    return proxy;
  }

  get port(): number {
    return this.listening.port;
  }

  get url(): string {
    return this.listening.url;
  }

  set(mode: Mode): void {
    const before = this.mode;
    this.mode = mode;
    for (const link of [...this.links]) {
      // A dropped response never arrives, so the waiting client gets a reset.
      if (mode === "reset" || (before === "half-open" && link.swallowed)) link.cut();
      else link.resume();
    }
  }

  async close(): Promise<void> {
    for (const link of [...this.links]) link.cut();
    await this.listening.stop();
  }

  private accept(client: Socket): void {
    const requests = new HttpRequests();
    const link = new Link(client, this.reach(), {
      mode: () => this.mode,
      ended: () => this.links.delete(link),
      asked: (bytes) => {
        if (typeof this.target === "string") return;
        for (const request of requests.push(bytes)) if (this.mode === "duplicate") this.repeat(request);
      },
    });
    this.links.add(link);
  }

  private reach(): Socket {
    return typeof this.target === "string" ? connect(this.target) : connect(this.target, "127.0.0.1");
  }

  private repeat(request: Buffer): void {
    this.repeated++;
    setTimeout(() => {
      const again = this.reach();
      again.once("connect", () => again.write(request));
      const end = () => again.destroy();
      again.on("error", end).on("data", end).on("close", end).setTimeout(REPEAT_LASTS_MS, end);
    }, Math.random() * REPEAT_WITHIN_MS);
  }
}

type LinkPorts = { mode: () => Mode; ended: () => void; asked: (bytes: Buffer) => void };

/** A connection through the proxy; it loses no bytes: they are delayed, or the connection ends. */
class Link {
  swallowed = false;
  private readonly held: { to: Socket; bytes: Buffer }[] = [];

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly ports: LinkPorts,
  ) {
    client.on("data", (bytes: Buffer) => {
      ports.asked(bytes);
      this.pass(server, bytes);
    });
    server.on("data", (bytes: Buffer) => this.answer(bytes));
    // Not listening, or cut: the client sees a reset, as without the proxy. After a plain end before it has sent anything,
    // Node 20's fetch would wait forever.
    server.on("error", () => client.resetAndDestroy());
    client.on("error", () => server.destroy());
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.setNoDelay(true);
      one.on("close", () => {
        other.destroy();
        ports.ended();
      });
    }
  }

  cut(): void {
    this.client.resetAndDestroy();
    this.server.destroy();
  }

  /** Delivers held-back data, unless the fault still lasts. */
  resume(): void {
    if (this.ports.mode() === "drop") return;
    for (const { to, bytes } of this.held.splice(0)) to.write(bytes);
  }

  private answer(bytes: Buffer): void {
    const mode = this.ports.mode();
    if (mode === "reset") this.cut();
    else if (mode === "half-open" || this.swallowed) this.swallowed = true;
    else this.pass(this.client, bytes);
  }

  private pass(to: Socket, bytes: Buffer): void {
    const mode = this.ports.mode();
    if (mode === "drop" || this.held.length > 0) {
      this.held.push({ to, bytes });
    } else if (mode === "delay") {
      this.held.push({ to, bytes });
      setTimeout(() => this.resume(), DELAY_MS);
    } else to.write(bytes);
  }
}
