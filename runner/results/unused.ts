import { lstatSync, opendirSync } from "node:fs";
import { artifactsFolder } from "@/runner/results/folders";
import type { Workspace } from "@/runner/workspace";

/**
 * Whether the task has left nothing in the folder of its results, as most tasks do; else each kind of result is looked for. So
 * little is read that it may be synchronous.
 */
export function isUnused(place: Pick<Workspace, "results">): boolean {
  try {
    const artifacts = artifactsFolder(place);
    return isOwnFolder(place.results) && isOwnFolder(artifacts) && has(place.results, 1) && has(artifacts, 0);
  } catch {
    // What is wrong with it shows when it is looked for.
    return false;
  }
}

const isOwnFolder = (path: string): boolean => lstatSync(path).isDirectory();

function has(path: string, count: number): boolean {
  const folder = opendirSync(path, { bufferSize: count + 1 });
  try {
    for (let left = count; left > 0; left--) if (!folder.readSync()) return false;
    return folder.readSync() === null;
  } finally {
    folder.closeSync();
  }
}
