import { decodePercent } from "@/lib/protocol/query";

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(\/[^@?#]*(?:\?[^#]*)?|\?[^@#]*)?$/;

/**
 * Where the database of a postgres:// address is, as the driver reads it: of several hosts, the first. Null if a character of the
 * password would end it early because it is not percent-encoded. Nothing else of an address may be printed.
 */
export function readPostgresUrl(address: string): { host: string; port: string; database: string } | null {
  const [, start, hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  const first = `${start}${hosts.split(",")[0]}${rest}`;
  if (start === undefined || decodePercent(`${start}${hosts}`) === null || !URL.canParse(first)) return null;
  const { hostname, port, pathname, searchParams } = new URL(first);
  if ([...searchParams.keys()].some((name) => !/^[\w.-]+$/.test(name))) return null;
  return {
    host: searchParams.get("host") ?? hostname,
    port: searchParams.get("port") ?? port,
    database: pathname.slice(1),
  };
}
