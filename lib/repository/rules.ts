export const REPOSITORY_KINDS = ["ssh", "http", "https", "git", "file", "local"] as const;
export type RepositoryKind = (typeof REPOSITORY_KINDS)[number];

const HOST = String.raw`(?:[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])`;
const USER = String.raw`[A-Za-z0-9_][\w.+%~-]*`;
const PORT = String.raw`(?::\d{1,5})?`;
const PATH = String.raw`(?!//)[\p{L}\p{N}_./~][\p{L}\p{N}_./~@+%=,-]*`;

/** Addresses that may be passed to git, by kind: nothing it could read as an option or a command to run. */
const FORMS: Record<RepositoryKind, RegExp> = {
  ssh: new RegExp(`^(?:ssh://(?:${USER}@)?${HOST}${PORT}/\\S+|(?:${USER}@)?${HOST}:${PATH})$`, "iu"),
  http: new RegExp(`^http://(?:${USER}@)?${HOST}${PORT}(?:/\\S*)?$`, "i"),
  https: new RegExp(`^https://(?:${USER}@)?${HOST}${PORT}(?:/\\S*)?$`, "i"),
  git: new RegExp(`^git://${HOST}${PORT}/\\S+$`, "i"),
  file: /^file:\/\/\/./i,
  local: /^\/./,
};

/** The kind of a URL or path, from its beginning; null for a scheme that is not allowed. */
export function repositoryKind(url: string): RepositoryKind | null {
  if (url.startsWith("/")) return "local";
  const scheme = /^([^:/]*):\/\//.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return /^[^:/]+:/.test(url) ? "ssh" : null;
  const kind = REPOSITORY_KINDS.find((candidate) => candidate === scheme);
  return kind && kind !== "local" ? kind : null;
}

/** Whether the text is a folder on the runner, which has no branch to select. */
export const isLocal = (url: string): boolean => repositoryKind(url.trim()) === "local";

/** The host that a URL leads to; "" for a folder. */
export const hostOf = (url: string): string =>
  (/^(?:[a-z]+:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(url)?.[1] ?? "").toLowerCase();

/** What is wrong with a URL or path, as a message key; null if it is valid. */
export function repositoryUrlProblem(url: string): "incorrectUrl" | "urlCredentials" | null {
  const kind = repositoryKind(url);
  if (kind === null || isControlled(url)) return "incorrectUrl";
  if (holdsCredentials(url, kind)) return "urlCredentials";
  return FORMS[kind].test(url) ? null : "incorrectUrl";
}

/** A password, or a user name that is one: everyone who sees the repository reads its URL. git:// knows no users. */
function holdsCredentials(url: string, kind: RepositoryKind): boolean {
  if (kind === "local" || kind === "file") return false;
  const beforeHost = /^(?:[a-z]+:\/\/)?([^/]*)@/i.exec(url)?.[1];
  if (beforeHost === undefined) return false;
  return /:|%3a/i.test(beforeHost) || kind === "git" || (kind !== "ssh" && isToken(beforeHost));
}

/** Hosts take an access token for the user name, too: those of GitHub and GitLab have prefixes, others are long. */
const isToken = (user: string): boolean => /^(?:gh[a-z]_|github_pat_|glpat-)|[a-z0-9]{32}/i.test(user);

/** Control characters, plain or percent-encoded, and backslashes. */
const isControlled = (url: string): boolean => /\p{Cc}|\\|%[01][0-9a-f]|%7f/iu.test(url);

/** The rules of `git check-ref-format --branch`, excluding names that a shell or git could misread. */
export function isBranchName(name: string): boolean {
  if (name.length === 0 || name.length > 255 || name === "@") return false;
  if (/^[-/]|[/.]$|\.\.|@\{|\/\/|[\p{Cc}\s\\~^:?*[\]$`;&|<>()"'!]/u.test(name)) return false;
  return name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"));
}

/** A path inside the checkout: relative, never above its root, and not readable as an option. */
export function isRepositoryPath(path: string): boolean {
  if (path.length === 0 || path.length > 1000 || /^[-/~]|[\p{Cc}\\]/u.test(path)) return false;
  let depth = 0;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return false;
  }
  return true;
}
