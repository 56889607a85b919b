import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_SUMMARY_BYTES } from "@/lib/protocol/artifacts";
import { readBeginning } from "@/runner/job/small-file";
import { summaryFile, wellFormed } from "@/runner/results/folders";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;

/** As it may leave. A runner that was restarted no longer knows what to mask. */
const maskedFile = ({ results }: Place): string => join(results, "summary.masked");

const CUT = "\n\n…\n";

/** Masks what the programs have written so far, for `maskedSummary`. */
export async function keepSummary(place: Place, mask: (text: string) => string): Promise<void> {
  const text = await readBeginning(summaryFile(place), MAX_SUMMARY_BYTES);
  if (text === null || text.trim() === "") return;
  const file = maskedFile(place);
  await writeFile(`${file}.new`, wholeLines(wellFormed(mask(wholeLines(text)))), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is none. */
export const maskedSummary = (place: Place): Promise<string | null> =>
  readFile(maskedFile(place), "utf8").catch(() => null);

/** What there is room for. The end may be half of a character, or of a secret that no mask fits: the last line goes. */
function wholeLines(text: string): string {
  if (Buffer.byteLength(text) <= MAX_SUMMARY_BYTES) return text;
  const beginning = Buffer.from(text).toString("utf8", 0, MAX_SUMMARY_BYTES - Buffer.byteLength(CUT) - 3);
  return `${beginning.slice(0, beginning.lastIndexOf("\n") + 1)}${CUT}`;
}
