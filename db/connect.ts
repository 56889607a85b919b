import postgres from "postgres";

/**
 * Seconds before a lost connection is opened again. The number of failures is that of the whole pool, so postgres.js's
 * own pauses reach 20 seconds within a moment, in which every query hangs although the database is back.
 */
const backoff = (failures: number): number => Math.min(0.02 * 2 ** failures, 1) * (0.5 + Math.random() / 2);

/**
 * postgres.js 3.4.9 loses the timer that would send a short message when its connection breaks in that very moment, and
 * never sends on that connection again: every query that gets it fails after 30 seconds. Messages of 1024 bytes or more
 * need no timer, so the first one of each connection is made that long.
 */
const PADDING = { "signalbox.padding": "-".repeat(1024) };

/** Opens postgres.js on a URL. Beside its own forms it takes libpq's for a socket: `postgres:///name?host=/folder&user=me`. */
export function connect(url: string, given: postgres.Options<Record<string, never>> = {}): postgres.Sql {
  const options = { backoff, ...given, connection: { ...PADDING, ...given.connection } };
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
