import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ENV: NodeJS.ProcessEnv = {
  NODE_ENV: "test",
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};

/** Runs git as the author of a test repository. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd,
    env: ENV,
    stdio: ["ignore", "pipe", "pipe"],
  })
    .toString()
    .trim();

/** A repository with a work tree, a `main` branch and one commit of the given files. */
export function makeRepository(path: string, files: Record<string, string>): string {
  mkdirSync(path, { recursive: true });
  git(path, "init", "-q", "-b", "main");
  commit(path, files, "first");
  return path;
}

/** Writes files and commits them; returns the commit's hash. */
export function commit(path: string, files: Record<string, string>, message: string): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  git(path, "add", "-A");
  git(path, "commit", "-q", "--allow-empty", "-m", message);
  return git(path, "rev-parse", "HEAD");
}

/** Commits files on a new branch; the work tree has `main` again afterwards. */
export function commitOnBranch(path: string, branch: string, files: Record<string, string>): void {
  git(path, "checkout", "-q", "-b", branch);
  commit(path, files, branch);
  git(path, "checkout", "-q", "main");
}
