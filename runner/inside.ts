import { readdir, realpath } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { TaskProblem } from "@/runner/job/problem";

/** Throws TaskProblem for a path that leads out of the checkout it is relative to. */
export async function requireInside(checkout: string, path: string): Promise<void> {
  if (!(await isInside(checkout, path))) {
    throw new TaskProblem("workspace_failed", `${path} lies outside of the repository`);
  }
}

/** The same for the symbolic links of a folder that a program reads as a whole; `deep` includes its subfolders. */
export async function requireLinksInside(checkout: string, folder: string, { deep }: { deep: boolean }): Promise<void> {
  // A file or a missing folder has no entries.
  const entries = await readdir(join(checkout, folder), { withFileTypes: true, recursive: deep }).catch(() => []);
  for (const entry of entries) {
    if (entry.isSymbolicLink()) await requireInside(checkout, relative(checkout, join(entry.parentPath, entry.name)));
  }
}

/**
 * Whether a path relative to a folder stays in it: by text if it doesn't exist, else with all symbolic links resolved.
 * Some programs resolve `link/..` as the system does and others by text, so both results have to stay inside.
 */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const whole = path.startsWith("/") ? path : `${folder}/${path}`;
  const places = [await followed(whole), await followed(resolve(whole))].filter((place) => place !== null);
  if (places.length === 0) return isBelow(folder, resolve(whole));
  const root = (await followed(folder)) ?? folder;
  return places.every((place) => isBelow(root, place));
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path));

/** Null for missing or unreachable paths. */
const followed = (path: string): Promise<string | null> => realpath(path).catch(() => null);
