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
  } catch {
    // A link of the task's may lead to a file of the kernel's that opens and cannot be read.
    return null;
  } finally {
    await file.close();
  }
}

/**
 * The beginning of a regular file, with one byte more than `bytes` if there is more; null: there is none. Its name is known
 * to the task, which could put a pipe or a link there.
 */
export async function readBeginning(path: string, bytes: number): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return null;
  try {
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes + 1), 0, bytes + 1, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
