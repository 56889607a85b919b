import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP balancer that knows nothing of HTTP: connections go to the nodes in turn, past those that refuse them. */
export class Balancer {
  private turn = 0;
  private readonly clients = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly ports: readonly number[],
  ) {}

  static async start(ports: readonly number[], port = 0): Promise<Balancer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const balancer = new Balancer(server, ports);
    server.on("connection", (client) => balancer.accept(client));
    return balancer;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    this.clients.add(client);
    client.on("close", () => this.clients.delete(client));
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
