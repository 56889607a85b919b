import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CommandProblem } from "../../problem";
import type { Draft, Script } from "./draft";

export const SCRIPTS_OPTIONS = {
  scripts: { type: "string" },
  repository: { type: "string" },
  branch: { type: "string", default: "main" },
} as const;

export const SCRIPTS_HELP = `  --scripts <folder>    where to write the scripts that the templates run; needed
  --repository <url>    the git repository you will push that folder to; without it, the templates use the folder
                        itself, which works for a runner on this machine
  --branch <branch>     its branch; main by default`;

type Values = { scripts?: string; repository?: string; branch: string };

/** Where the scripts of a project go, and the repository entry that its templates use. */
export type ScriptHome = {
  folder: string;
  repository: string;
  /** The path of a script below the repository's root. */
  pathOf: (script: string) => string;
};

/** Adds the repository of the scripts to the project. */
export function scriptHome(draft: Draft, { scripts, repository: url, branch }: Values): ScriptHome {
  const folder = requireFolder(scripts);
  const below = url === undefined ? "" : relative(workTree(folder), folder);
  const address = url === undefined ? { git_url: folder, git_branch: "" } : { git_url: url, git_branch: branch };
  const repository = draft.add("repositories", { name: "Scripts", ...address, ssh_key: draft.noKey() });
  if (url !== undefined) {
    draft.fill_in.push(`Commit ${folder} and push it to ${url}; choose a key for the repository if it needs one`);
  }
  return { folder, repository, pathOf: (script) => join(below, script) };
}

function requireFolder(scripts: string | undefined): string {
  if (scripts === undefined) throw new CommandProblem("Name a folder for the scripts with --scripts");
  return resolve(scripts);
}

/** The root of the git work tree that the folder is in, else the folder. */
function workTree(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return folder;
  }
}

/** What an import does about its scripts. */
export type ScriptPlan = {
  write: readonly Script[];
  /** A sentence about each that stays as it is. */
  kept: string[];
  /** Why the import must not run: a template would run what is not its script. */
  problem: string | null;
};

/** `isNew`: no template here runs the script yet; what is there instead is then not replaced, nor run. */
export function planScripts(
  folder: string,
  scripts: readonly Script[],
  { overwrite, isNew }: { overwrite: boolean; isNew: (script: Script) => boolean },
): ScriptPlan {
  const kept = overwrite ? [] : scripts.filter((script) => differs(folder, script));
  const foreign = kept.find(isNew);
  return {
    write: scripts.filter((script) => !kept.includes(script)),
    kept: kept.map(({ path }) => `Script ${path}: the file has other content and stays; --overwrite replaces it`),
    problem: foreign ? `${join(folder, foreign.path)} exists with other content: move it, or use another folder` : null,
  };
}

function differs(folder: string, { path, text, was }: Script): boolean {
  const there = readScript(folder, path);
  return there !== null && there !== text && there !== was;
}

/** The script in the folder; null if there is none. */
export function readScript(folder: string, path: string): string | null {
  const there = join(folder, path);
  return existsSync(there) ? readFileSync(there, "utf8") : null;
}

/** What is in the folder under the path, also with a hash or a number after it, by those numbers. */
export function findPaths(folder: string, path: string, ending: string): { path: string; number: number }[] {
  const within = join(folder, dirname(path));
  const plain = basename(path);
  const found = (existsSync(within) ? readdirSync(within) : []).flatMap((name) => {
    if (!name.startsWith(plain) || !name.endsWith(ending)) return [];
    const [match, number = 1] = ADDED.exec(name.slice(plain.length, name.length - ending.length)) ?? [];
    return match === undefined ? [] : { path: join(dirname(path), name), number: Number(number) };
  });
  return found.sort((a, b) => a.number - b.number);
}
const ADDED = /^(?:-[0-9a-f]{8})?(?:-(\d+))?$/;

export function writeScripts(folder: string, scripts: readonly Script[]): void {
  for (const { path, text, executable } of scripts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: executable ? 0o755 : 0o644 });
  }
}

/** A name as a file name that git, a shell and every file system take. */
export const fileName = (name: string): string => plainName(name).slice(0, MAX_FILE_NAME) || "script";

const MAX_FILE_NAME = 80;

const plainName = (name: string): string =>
  decomposed(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const decomposed = (name: string): string => name.normalize("NFKD").toLowerCase();

/** Whether `fileName` loses letters or digits, and with them what tells the name from others. */
export const losesLetters = (name: string): boolean =>
  /[^\P{L}a-z]|[^\P{N}0-9]/u.test(decomposed(name)) || plainName(name).length > MAX_FILE_NAME;

/** The path with what only this name has, whatever else is imported. */
export const withHash = (path: string, name: string): string =>
  `${path}-${createHash("sha256").update(name).digest("hex").slice(0, 8)}`;

/** Returns `path` with the ending, or with a number before the ending if it is taken, and takes it. */
export function freePath(taken: Set<string>, path: string, ending: string): string {
  for (let number = 1; ; number++) {
    const free = `${path}${number === 1 ? "" : `-${number}`}${ending}`;
    if (taken.size < taken.add(free).size) return free;
  }
}
