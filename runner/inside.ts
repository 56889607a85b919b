import type { Dirent } from "node:fs";
import { readdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import { TaskProblem, toProblem } from "@/runner/job/problem";

/** As many as Linux follows. */
const MAX_LINKS = 40;

/** Throws TaskProblem for a path that leads out of the checkout it is relative to. */
export async function requireInside(checkout: string, path: string): Promise<void> {
  if (await isInside(checkout, path)) return;
  throw new TaskProblem("repository_invalid", `${path} lies outside of the repository`);
}

/** Throws TaskProblem if a symbolic link of a folder leads out of the checkout, for a folder that a program reads as a whole; `deep` includes its subfolders. */
export async function requireLinksInside(checkout: string, folder: string, { deep }: { deep: boolean }): Promise<void> {
  const entries = await entriesOf(join(checkout, folder), deep);
  for (const entry of entries.filter((each) => each.isSymbolicLink())) {
    await requireInside(checkout, relative(checkout, join(entry.parentPath, entry.name)));
  }
}

/** A file or a missing folder has no entries. Throws TaskProblem. */
async function entriesOf(folder: string, recursive: boolean): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true, recursive });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    const { message } = toProblem(error, "repository_invalid");
    const text = `the symbolic links in the repository cannot be checked (${message}): make its folders readable for the runner`;
    throw new TaskProblem("repository_invalid", text);
  }
}

/**
 * Whether a path relative to a folder stays in it, with all symbolic links resolved. Some programs resolve `link/..` as the
 * system does and others by text, so both results have to stay inside.
 */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const whole = path.startsWith("/") ? path : `${folder}/${path}`;
  const spellings = [...new Set([whole, resolve(whole)])];
  const [root = folder, ...places] = await Promise.all([folder, ...spellings].map((each) => placeOf(each)));
  return places.every((place) => isBelow(root, place));
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path));

/**
 * Where a path leads, or will lead: what is not there yet lies below the last folder on the way that is, or where a link
 * says that it will be.
 */
async function placeOf(path: string, links = MAX_LINKS): Promise<string> {
  const place = await followed(path);
  if (place !== null || dirname(path) === path) return place ?? path;
  const target = links > 0 ? await readlink(path).catch(() => null) : null;
  if (target !== null) return placeOf(target.startsWith("/") ? target : `${dirname(path)}/${target}`, links - 1);
  return join(await placeOf(dirname(path), links), basename(path));
}

/** Null for missing or unreachable paths. */
const followed = (path: string): Promise<string | null> => realpath(path).catch(() => null);
