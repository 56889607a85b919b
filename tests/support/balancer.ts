import { connect, createServer, type Socket } from "node:net";
import { type Listening, listen } from "./listen";

/** A TCP balancer that knows nothing of HTTP: connections go to the nodes in turn, past those that refuse them. */
export class Balancer {
  private turn = 0;

  private constructor(
    private readonly listening: Listening,
    private readonly ports: readonly number[],
  ) {}

  static async start(ports: readonly number[], port = 0): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(await listen(server, port), ports);
    server.on("connection", (client) => balancer.accept(client));
    return balancer;
  }

  get port(): number {
    return this.listening.port;
  }

  get url(): string {
    return this.listening.url;
  }

  close(): Promise<void> {
    return this.listening.stop();
  }

  private accept(client: Socket): void {
    client.on("error", () => client.destroy());
    this.reach(client, this.ports.length);
  }

  private reach(client: Socket, triesLeft: number): void {
    const node = connect(this.ports[this.turn++ % this.ports.length] ?? 0, "127.0.0.1");
    let isConnected = false;
    client.on("close", () => node.destroy());
    node.on("connect", () => {
      isConnected = true;
      for (const socket of [client, node]) socket.setNoDelay(true);
      client.pipe(node).pipe(client);
    });
    node.on("error", () => {
      if (isConnected || triesLeft === 1) client.resetAndDestroy();
      else this.reach(client, triesLeft - 1);
    });
    node.on("close", () => isConnected && client.destroy());
  }
}
