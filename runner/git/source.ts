import { isIPv6 } from "node:net";
import { decodePercent } from "@/lib/protocol/query";
import { isInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";

/**
 * A validated repository URL: `local` is a directory of this machine, `host` is spelled as git prints it in prompts. The URL has its
 * scheme in lower case, as git knows it, and over http no user, because git would not ask for that of the key.
 */
export type Source =
  | { kind: "local"; url: string }
  | { kind: "file" | "git"; url: string }
  | ({ kind: "ssh"; url: string } & SshServer)
  | { kind: "http"; url: string; scheme: "http" | "https"; host: string; user: string };

/** The host is spelled as git passes it to ssh. */
export type SshServer = { host: string; port: number };

const SSH_PORT = 22;

const refuse = (message: string): never => {
  throw new TaskProblem("git_failed", message);
};

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;
const AUTHORITY = /^[a-z]+:\/\/(?:([^/@]*)@)?([^/@]*)(?:\/|$)/i;
/** `user@host:path`, ssh's short form; `::` would select a transport helper. */
const SCP = /^(?:([^\s/:@]+)@)?([^\s/:@]+):(?!:)\S/;
/** That with a port, or with the brackets alone. */
const BRACKETED_SCP = /^(?:[^\s/:@]+@)?(\[[^\s/[\]]+\]):/;

/** Throws TaskProblem for a URL that git must not see; the server rejects the same ones earlier. */
export function parseSource(address: string): Source {
  const url = address.replace(SCHEME, (scheme) => scheme.toLowerCase());
  if (hasControlCharacter(url)) return refuse("the repository address has a control character");
  if (url.startsWith("/")) return { kind: "local", url };
  const scheme = SCHEME.exec(url)?.[1];
  if (scheme === undefined) return parseScp(url);
  const [, user = "", host = ""] = AUTHORITY.exec(url) ?? [];
  if (scheme === "file") return { kind: "file", url };
  if (!isSafeHost(host) || user.startsWith("-")) return refuse("the repository address has no valid host");
  const name = decoded(user);
  if (name.includes(":")) return refuse("the repository address holds a password: use a key instead");
  if (scheme === "git") return { kind: "git", url };
  if (scheme === "ssh") return { kind: "ssh", url, ...sshServer(decoded(host)) };
  if (scheme === "http" || scheme === "https") return { kind: "http", url: displayUrl(url), scheme, host, user: name };
  return refuse(`repositories cannot be fetched over ${scheme}`);
}

/** What is no percent-encoding stands for itself. */
const decoded = (user: string): string => decodePercent(user) ?? user;

function parseScp(url: string): Source {
  const match = SCP.exec(url);
  if (!match || match[1]?.startsWith("-") || !isSafeHost(match[2] ?? "")) {
    return refuse("the repository address is neither a URL nor an absolute path");
  }
  return { kind: "ssh", url, ...sshServer(BRACKETED_SCP.exec(url)?.[1] ?? match[2] ?? "") };
}

/** As git reads it: brackets may hold an IPv6 address, or everything. */
function sshServer(place: string): SshServer {
  const [, inside = place, outer] = /^\[(.+)\](?::(\d+))?$/.exec(place) ?? [];
  const whole = inside.slice(inside.lastIndexOf("@") + 1);
  if (outer !== undefined || isIPv6(whole)) return { host: whole, port: Number(outer ?? SSH_PORT) };
  const [, host = whole, port = SSH_PORT] = /^([^:]+):(\d+)$/.exec(whole) ?? [];
  return { host, port: Number(port) };
}

const isSafeHost = (host: string): boolean => host !== "" && !host.startsWith("-");

/** The URL without credentials, for log lines. */
export const displayUrl = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, "$1");

/** Throws TaskProblem unless git accepts the name as a branch and can't parse it as an option. */
export function checkBranch(branch: string): void {
  const bad =
    branch.startsWith("-") ||
    branch.startsWith("/") ||
    branch === "@" ||
    branch.length > 250 ||
    hasControlCharacter(branch) ||
    /[ ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|^\.|[./]$|\.lock(\/|$)/.test(branch);
  if (bad) refuse(`"${branch.slice(0, 100)}" is not a branch name`);
}

export function checkCommit(commit: string): void {
  if (!/^[0-9a-f]{7,64}$/i.test(commit)) refuse(`"${commit.slice(0, 100)}" is not a commit hash`);
}

const hasControlCharacter = (text: string): boolean =>
  [...text].some((char) => char.charCodeAt(0) < 0x20 || char.charCodeAt(0) === 0x7f);

/** Throws TaskProblem for a local repository outside of the allowed folders; null: all are allowed. */
export async function requireLocalFolder(source: Source, folders: readonly string[] | null): Promise<void> {
  if (folders === null || (source.kind !== "local" && source.kind !== "file")) return;
  const path = source.kind === "local" ? source.url : source.url.slice("file://".length);
  // git decodes URLs and interprets their host in its own way.
  const isPlain = path.startsWith("/") && (source.kind === "local" || !path.includes("%"));
  const found = isPlain ? await Promise.all(folders.map((folder) => isInside(folder, path))) : [];
  if (!found.includes(true)) {
    const problem = "this runner may not use local repositories in that folder";
    throw new TaskProblem("git_failed", problem, { code: "folder_not_allowed" });
  }
}
