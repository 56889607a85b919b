import { readdir, realpath } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { TaskProblem } from "@/runner/job/problem";

/** Throws TaskProblem for a path that leads out of the checkout it is relative to. */
export async function requireInside(checkout: string, path: string): Promise<void> {
  if (!(await isInside(checkout, path))) {
    throw new TaskProblem("workspace_failed", `${path} lies outside of the repository`);
  }
}

/** The same for the symbolic links of a folder that a program reads as a whole; with `deep` also for those below it. */
export async function requireLinksInside(checkout: string, folder: string, { deep }: { deep: boolean }): Promise<void> {
  // A file, or nothing at all, has no entries.
  const entries = await readdir(join(checkout, folder), { withFileTypes: true, recursive: deep }).catch(() => []);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) await requireInside(checkout, relative(checkout, join(entry.parentPath, entry.name)));
  }
}

/**
 * Whether a path, seen from a folder, stays in it: by its text when there is nothing, else with every symbolic link followed.
 * Some programs go through `link/..` as the system does and others strike it out first, so both have to stay.
 */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const whole = path.startsWith("/") ? path : `${folder}/${path}`;
  const places = [await followed(whole), await followed(resolve(whole))].filter((place) => place !== null);
  if (places.length === 0) return isBelow(folder, resolve(whole));
  const root = (await followed(folder)) ?? folder;
  return places.every((place) => isBelow(root, place));
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path));

/** Null for what is not there, or cannot be reached. */
const followed = (path: string): Promise<string | null> => realpath(path).catch(() => null);
