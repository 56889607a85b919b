import { connect, createServer, type Socket } from "node:net";
import { listen } from "./listen";

type RelayOptions = {
  /** While it returns true, connections are refused. */
  isAway?: () => boolean;
  onConnection: (from: Socket, to: Socket) => void;
};

/** Forwards connections on a port of its own to the test's Postgres; `url` is the database's address through it. */
export async function relayDatabase({ isAway = () => false, onConnection }: RelayOptions) {
  const address = new URL(process.env.DATABASE_URL ?? "");
  const relay = createServer((from) => {
    if (isAway()) return from.destroy();
    const to = connect(`${address.searchParams.get("host")}/.s.PGSQL.${address.port || 5432}`);
    for (const socket of [from, to]) socket.on("error", () => socket.destroy());
    onConnection(from, to);
    from.pipe(to).pipe(from);
  });
  const { port, stop } = await listen(relay);
  const url = `postgres://${address.searchParams.get("user")}@127.0.0.1:${port}${address.pathname}`;
  return { url, stop };
}
