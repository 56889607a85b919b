import { isIPv6 } from "node:net";

/** Whom guesses from an address count for: in IPv6 one subscriber has at least a /64, to change addresses in at will. */
export function networkOf(ip: string): string {
  const [address = ""] = ip.split("%", 1);
  if (!isIPv6(address)) return ip;
  // As a host, an address has one spelling only.
  const [before = "", after = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [groupsOf(before), groupsOf(after)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

const groupsOf = (part: string): string[] => part.split(":").filter((group) => group !== "");
