import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Addresses that are not on the public internet or are translated to such ones, including cloud metadata services. */
const SPECIAL = networkList([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
]);

/** A host that may not be called. The message names it, so it is for administrators only. */
export class AddressRefused extends Error {
  override name = "AddressRefused";

  constructor(readonly host: string) {
    super(`${host} is not a public address`);
  }
}

export type CheckedAddress = { address: string; family: number };

/**
 * All addresses of `host` (a name or an address, with or without brackets), freshly resolved. Callers must connect to
 * these and not resolve again. `allow` lists networks and host names that are permitted although not public. Throws
 * AddressRefused if any address is not permitted.
 */
export async function checkedAddresses(host: string, allow: readonly string[]): Promise<CheckedAddress[]> {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const resolved = await lookup(name, { all: true, verbatim: true });
  const trusted = allow.some((entry) => entry.toLowerCase() === name);
  const allowed = networkList(allow.filter(isNetwork));
  const refused = resolved.find((found) => isIn(SPECIAL, found) && !isIn(allowed, found));
  if (refused && !trusted) throw new AddressRefused(refused.address === name ? name : `${name} (${refused.address})`);
  return resolved;
}

const isIn = (list: BlockList, { address, family }: CheckedAddress): boolean =>
  list.check(address.split("%", 1)[0] ?? "", family === 6 ? "ipv6" : "ipv4");

/** An address or a CIDR network. */
export function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** An entry of a list of what may be called although it is not public. */
export const isNetworkOrHost = (text: string): boolean =>
  isNetwork(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text);

/** Each text must be an address or a CIDR network. */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return list;
}
