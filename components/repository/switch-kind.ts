import type { RepositoryKind } from "@/lib/repository/rules";

/** Converts a URL to another kind; keeps what follows the scheme, so that switching back is possible. */
export function switchKind(url: string, kind: RepositoryKind): string {
  const address = addressOf(url.trim());
  if (kind === "local") return `/${address}`;
  if (kind === "file") return `file:///${address}`;
  if (kind === "ssh") return `ssh://git@${address}`;
  return `${kind}://${address}`;
}

/** Host and path, or a path without its leading slash. */
function addressOf(url: string): string {
  const withoutScheme = url.replace(/^\w*:\/\/+/, "");
  const hasScheme = withoutScheme !== url;
  const withoutUser = url.startsWith("/") ? url.replace(/^\/+/, "") : withoutScheme.replace(/^[^/@]*@/, "");
  // ssh's short form: user@host:path.
  return hasScheme ? withoutUser : withoutUser.replace(/^([^/:]+):\/*/, "$1/");
}
