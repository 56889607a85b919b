import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The text of a regular file up to a size, else null. A name chosen by a task could be a pipe that blocks forever, or a
 * device without end.
 */
export async function readSmallFile(path: string, maxBytes: number): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (!file) return null;
  try {
    const found = await file.stat();
    return found.isFile() && found.size <= maxBytes ? await file.readFile("utf8") : null;
  } finally {
    await file.close();
  }
}
