import { accessSync, constants } from "node:fs";
import { userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "vitest";
import { emptyCgroup, openCgroup } from "@/runner/process/cgroup";

/** No registry carries them, so they may be missing even where every other tool is required. */
const OPTIONAL = new Set(["terraform", "tofu", "pulumi", "pwsh"]);
/** Where Debian installs administrators' programs. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/sbin", "/usr/lib/git-core"];

/** Path of a program on this machine, or null. */
export function findTool(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...SYSTEM_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

/**
 * `test` if the machine has all these programs. Otherwise a test that is skipped with the reason, or fails with
 * REQUIRE_TOOLS=1.
 */
export function requireTool(...names: string[]): typeof test | typeof test.skip {
  const missing = names.filter((name) => findTool(name) === null);
  if (missing.length === 0) return test;
  const required = process.env.REQUIRE_TOOLS === "1" && missing.some((name) => !OPTIONAL.has(name));
  const reason = `${missing.join(", ")} not installed on this machine`;
  if (!required) process.stderr.write(`skipped tests: ${reason}\n`);
  return required ? failing(reason) : test.skip;
}

/** Like requireTool, for tests that sign in to their own sshd, which needs a user with a login shell. */
export function requireSsh(...names: string[]): typeof test | typeof test.skip {
  if (!/(nologin|false)$/.test(userInfo().shell ?? "")) return requireTool("sshd", "ssh-agent", "ssh-add", ...names);
  process.stderr.write("skipped tests: this user has no login shell for sshd\n");
  return test.skip;
}

/** `test` if this user can create control groups below its own; otherwise one that is skipped with the reason. */
export async function requireCgroup(): Promise<typeof test | typeof test.skip> {
  const mark = `trial-${process.pid}`;
  const made = (await openCgroup(mark)) !== null;
  await emptyCgroup(mark);
  if (!made) process.stderr.write("skipped tests: no control group (version 2) of its own on this machine\n");
  return made ? test : test.skip;
}

const failing = (reason: string): typeof test.skip =>
  ((name: string) =>
    test(name, () => {
      throw new Error(reason);
    })) as typeof test.skip;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
