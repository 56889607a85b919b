import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
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

/** Writes the scripts, none if one of them would replace a file with other content. */
export function writeScripts(folder: string, scripts: readonly Script[]): void {
  const changed = scripts.find((script) => differs(folder, script));
  if (changed)
    throw new CommandProblem(`${join(folder, changed.path)} exists with other content: move it, or use another folder`);
  write(folder, scripts);
}

/** Writes those that are missing, and with `overwrite` all; returns a sentence about each that stays as it is. */
export function updateScripts(folder: string, scripts: readonly Script[], overwrite: boolean): string[] {
  const kept = overwrite ? [] : scripts.filter((script) => differs(folder, script));
  write(
    folder,
    scripts.filter((script) => !kept.includes(script)),
  );
  return kept.map(({ path }) => `Script ${path}: the file has other content and stays; --overwrite replaces it`);
}

const differs = (folder: string, { path, text }: Script): boolean => (readScript(folder, path) ?? text) !== text;

/** The script in the folder; null if there is none. */
export function readScript(folder: string, path: string): string | null {
  const there = join(folder, path);
  return existsSync(there) ? readFileSync(there, "utf8") : null;
}

function write(folder: string, scripts: readonly Script[]): void {
  for (const { path, text, executable } of scripts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: executable ? 0o755 : 0o644 });
  }
}

/** A name as a file name that git, a shell and every file system take. */
export function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "").slice(0, 80) || "script";
}

/** Returns `path` with the ending, or with a number before the ending if it is taken, and takes it. */
export function freePath(taken: Set<string>, path: string, ending: string): string {
  for (let number = 1; ; number++) {
    const free = `${path}${number === 1 ? "" : `-${number}`}${ending}`;
    if (taken.size < taken.add(free).size) return free;
  }
}
