import { constants } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_SUMMARY_BYTES } from "@/lib/protocol/artifacts";
import { summaryFile, wellFormed } from "@/runner/results/folders";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;

/** As it may leave. A runner that was restarted no longer knows what to mask. */
const maskedFile = ({ results }: Place): string => join(results, "summary.masked");

const CUT = "\n\n…\n";

/** Masks what the programs have written so far, for `maskedSummary`. */
export async function keepSummary(place: Place, mask: (text: string) => string): Promise<void> {
  const text = await readBeginning(summaryFile(place));
  if (text === null || text.trim() === "") return;
  const file = maskedFile(place);
  await writeFile(`${file}.new`, cut(mask(text)), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is none. */
export const maskedSummary = (place: Place): Promise<string | null> =>
  readFile(maskedFile(place), "utf8").catch(() => null);

/** Of a regular file: its name is known to the task, which could put a pipe or a link there. */
async function readBeginning(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW).catch(() => null);
  if (!file) return null;
  try {
    if (!(await file.stat()).isFile()) return null;
    // One byte more shows that there is more.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_SUMMARY_BYTES + 1), 0, MAX_SUMMARY_BYTES + 1, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The end may be half of a character, or of a secret that is not masked therefore: the last line goes. */
function cut(text: string): string {
  const storable = wellFormed(text);
  if (Buffer.byteLength(storable) <= MAX_SUMMARY_BYTES) return storable;
  const beginning = Buffer.from(storable).toString("utf8", 0, MAX_SUMMARY_BYTES - Buffer.byteLength(CUT) - 3);
  return `${beginning.slice(0, beginning.lastIndexOf("\n") + 1)}${CUT}`;
}
