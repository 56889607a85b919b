import { constants } from "node:fs";
import { type FileHandle, open, readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isReplaced, ownPath } from "@/runner/results/folders";

export type ArtifactFile = { path: string; open(): Promise<FileHandle | null> };

/** Deeper folders are left out. */
const MAX_DEPTH = 20;

/**
 * What is in a folder, in the order of the names. A link counts as the file it leads to, if that is in the folder; what is
 * no file, and folders that are too deep, do not open.
 */
export async function* artifactFiles(folder: string): AsyncGenerator<ArtifactFile> {
  const root = await ownPath(folder);
  if (root !== null && !(await isReplaced(folder))) yield* filesIn(root, root, 0);
}

async function* filesIn(root: string, folder: string, depth: number): AsyncGenerator<ArtifactFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH) {
      yield* filesIn(root, path, depth + 1);
      continue;
    }
    const opens = entry.isFile() || entry.isSymbolicLink();
    yield {
      path: relative(root, path).split(sep).join("/"),
      open: async () => (opens ? openInside(root, path) : null),
    };
  }
}

/** Null: it is no file, or lies elsewhere. What is opened is looked at, as the name may lead elsewhere in between. */
async function openInside(root: string, path: string): Promise<FileHandle | null> {
  const target = await realpath(path).catch(() => null);
  if (target === null || !target.startsWith(root + sep)) return null;
  const file = await open(target, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (file && !(await file.stat()).isFile()) {
    await file.close();
    return null;
  }
  return file;
}
