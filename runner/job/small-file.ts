import { constants } from "node:fs";
import { open } from "node:fs/promises";

/**
 * The text of a file that is no larger than that; null when there is none. In what others have written a name may as well
 * stand for a pipe, which nobody fills, or for a device without end.
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
