import postgres from "postgres";

/** Opens postgres.js on a URL. Beside its own forms it takes libpq's for a socket: `postgres:///name?host=/folder&user=me`. */
export function connect(url: string, options: postgres.Options<Record<string, never>> = {}): postgres.Sql {
  const [address = "", query] = url.split("?", 2);
  const parameters = new URLSearchParams(query);
  const host = parameters.get("host");
  if (!host) return postgres(url, options);
  const given = {
    host,
    port: Number(parameters.get("port") ?? 5432),
    ...(parameters.has("user") && { username: parameters.get("user") ?? "" }),
    ...(parameters.has("password") && { password: parameters.get("password") ?? "" }),
  };
  for (const name of ["host", "port", "user", "password"]) parameters.delete(name);
  return postgres(`${address}?${parameters}`, { ...given, ...options });
}
