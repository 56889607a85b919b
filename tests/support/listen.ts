import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

export type Listening = {
  port: number;
  url: string;
  /** Also cuts open connections. */
  stop: () => Promise<void>;
};

/** Lets a server listen on 127.0.0.1, by default on a free port. */
export async function listen(server: Server, givenPort = 0): Promise<Listening> {
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  server.listen(givenPort, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { port, url: `${server instanceof TlsServer ? "https" : "http"}://127.0.0.1:${port}`, stop };
}

/** A port that was just free. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen(createServer());
  await stop();
  return port;
}
