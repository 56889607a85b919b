import { createConnection, type Socket } from "node:net";
import postgres from "postgres";

/**
 * Seconds before a lost connection is reopened. postgres.js's own backoff reaches 20 seconds after a few failures, and queries
 * hang although the database is back.
 */
const backoff = (failures: number): number => Math.min(0.02 * 2 ** failures, 1) * (0.5 + Math.random() / 2);

/**
 * postgres.js 3.4.9 loses its send timer if the connection breaks while a short message is pending, and never sends on
 * that connection again: each query on it fails after 30 seconds. Messages of 1024 bytes or more need no timer, so the
 * first message of each connection is padded.
 */
const PADDING = { "signalbox.padding": "-".repeat(1024) };

export type ConnectOptions = postgres.Options<Record<string, never>> & {
  /** Through a pooler, which refuses parameters that it does not know. */
  isPooled?: boolean;
};

/** What a pooler sets for each of its clients. */
const POOLED_PARAMETERS = ["TimeZone"];

type Place = { path?: string; host: string[]; port: number[] };

/** An option for `connect`: `onOpen` is called with the socket of each connection before postgres.js uses it. */
export function onSocket(onOpen: (socket: Socket) => void): object {
  const open = ({ path, host: [host], port: [port] }: Place) => {
    const socket = path ? createConnection(path) : createConnection(port ?? 5432, host);
    onOpen(socket);
    // postgres.js asks its socket for the name that a certificate must have.
    return Object.assign(socket, { host, port });
  };
  // In its documentation, but not among its types.
  return { socket: open };
}

/** Opens postgres.js on a URL. Also accepts libpq's socket form: `postgres:///name?host=/folder&user=me`. */
export function connect(url: string, { isPooled = false, ...given }: ConnectOptions = {}): postgres.Sql {
  const parameters = Object.entries({ ...PADDING, ...given.connection });
  const connection = parameters.filter(([name]) => !isPooled || POOLED_PARAMETERS.includes(name));
  return open(url, { backoff, ...given, connection: Object.fromEntries(connection) });
}

function open(url: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  const [address = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const host = parameters.get("host");
  if (!host) return postgres(url, options);
  const place = {
    host,
    port: Number(parameters.get("port") ?? 5432),
    ...(parameters.has("user") && { username: parameters.get("user") ?? "" }),
    ...(parameters.has("password") && { password: parameters.get("password") ?? "" }),
  };
  for (const name of ["host", "port", "user", "password"]) parameters.delete(name);
  return postgres(`${address}?${parameters}`, { ...place, ...options });
}
