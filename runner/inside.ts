import { readdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { TaskProblem } from "@/runner/job/problem";

/** Throws TaskProblem for a path that leads out of the checkout it is relative to. */
export async function requireInside(checkout: string, path: string): Promise<void> {
  if (!(await isInside(checkout, path))) throw leadsOut(path);
}

/** The same for the symbolic links of a folder that a program reads as a whole; `deep` includes its subfolders. */
export async function requireLinksInside(checkout: string, folder: string, { deep }: { deep: boolean }): Promise<void> {
  // A file or a missing folder has no entries.
  const entries = await readdir(join(checkout, folder), { withFileTypes: true, recursive: deep }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(entry.parentPath, entry.name);
    await requireInside(checkout, relative(checkout, link));
    if (!(await mayAppear(checkout, link))) throw leadsOut(relative(checkout, link));
  }
}

const leadsOut = (path: string) => new TaskProblem("workspace_failed", `${path} lies outside of the repository`);

/** Whether what a link names stays inside, although it is not there yet: a later step may write it. */
async function mayAppear(checkout: string, link: string): Promise<boolean> {
  if ((await followed(link)) !== null) return true;
  const target = await readlink(link);
  const named = target.startsWith("/") ? target : `${dirname(link)}/${target}`;
  return isBelow(await placeOf(checkout), await placeOf(named));
}

/**
 * Whether a path relative to a folder stays in it, with all symbolic links resolved. Some programs resolve `link/..` as the
 * system does and others by text, so both results have to stay inside.
 */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const whole = path.startsWith("/") ? path : `${folder}/${path}`;
  const spellings = [...new Set([whole, resolve(whole)])];
  const [root = folder, ...places] = await Promise.all([folder, ...spellings].map(placeOf));
  return places.every((place) => isBelow(root, place));
}

const isBelow = (folder: string, path: string): boolean => !/^\.\.(\/|$)/.test(relative(folder, path));

/** Where a path leads, or will lead: what is not there yet lies below the last folder on the way that is. */
async function placeOf(path: string): Promise<string> {
  const place = await followed(path);
  if (place !== null || dirname(path) === path) return place ?? path;
  return join(await placeOf(dirname(path)), basename(path));
}

/** Null for missing or unreachable paths. */
const followed = (path: string): Promise<string | null> => realpath(path).catch(() => null);
