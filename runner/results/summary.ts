import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MAX_SUMMARY_BYTES } from "@/lib/protocol/artifacts";
import { storable } from "@/lib/protocol/storable";
import { readBeginning } from "@/runner/job/small-file";
import { summaryFile } from "@/runner/results/folders";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;

/** As it may leave. A runner that was restarted no longer knows what to mask. */
const maskedFile = ({ results }: Place): string => join(results, "summary.masked");

const CUT = "\n\n…\n";

/**
 * Masks what the programs have written so far, for `maskedSummary`. Of a text that goes on, `mask` leaves out an end that may
 * be the beginning of a secret.
 */
export async function keepSummary(place: Place, mask: (text: string, goesOn: boolean) => string): Promise<void> {
  const text = await readBeginning(summaryFile(place), MAX_SUMMARY_BYTES);
  if (text === null || text.trim() === "") return;
  const goesOn = isTooLong(text);
  const masked = storable(mask(goesOn ? withoutHalf(text) : text, goesOn));
  const file = maskedFile(place);
  await writeFile(`${file}.new`, goesOn || isTooLong(masked) ? cut(masked) : masked, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null: there is none. */
export const maskedSummary = (place: Place): Promise<string | null> =>
  readFile(maskedFile(place), "utf8").catch(() => null);

const isTooLong = (text: string): boolean => Buffer.byteLength(text) > MAX_SUMMARY_BYTES;

/** Without half of a character at its end, which would hide that a secret begins there. */
const withoutHalf = (text: string): string => text.replace(/\ufffd+$/, "");

/** What there is room for, in whole lines unless the last one is most of it. No mask is needed any more where it is cut. */
function cut(text: string): string {
  const room = MAX_SUMMARY_BYTES - Buffer.byteLength(CUT) - 3;
  const beginning = withoutHalf(Buffer.from(text).toString("utf8", 0, room));
  const lines = beginning.lastIndexOf("\n") + 1;
  return `${lines > beginning.length / 2 ? beginning.slice(0, lines) : beginning}${CUT}`;
}
