import { stat } from "node:fs/promises";
import type { AttemptClient } from "@/runner/client/attempt";
import type { AttemptRecord } from "@/runner/job/record";
import { summaryFile } from "@/runner/results/folders";
import { keepSummary } from "@/runner/results/summary";
import { keepTests } from "@/runner/results/tests";
import { isUnused } from "@/runner/results/unused";
import { uploadSummary } from "@/runner/results/upload";
import { EagerLoop } from "@/runner/spool/eager";

/** Between two looks at the file. */
const LOOK_MS = 2_000;

/** Uploads the summary whenever a program has added to it. `stop` masks what is there at the end, to be uploaded then. */
export function watchResults({ place, log, outputs }: AttemptRecord, server: AttemptClient): { stop(): Promise<void> } {
  if (!place) return { stop: async () => undefined };
  const { workspace } = place;
  const mask = (text: string, goesOn = false) => log.mask(text, goesOn);
  // Without room on the disk there are no results; the log says that it is full.
  const keep = () => keepSummary(workspace, mask).catch(() => undefined);
  const over = new AbortController();
  const untilOver = server.until(over.signal);
  let seen = "";
  const loop = new EagerLoop(async () => {
    const found = await stat(summaryFile(workspace)).catch(() => null);
    const version = found ? `${found.size} ${found.mtimeMs}` : "";
    if (version === seen || !server.takesResults) return false;
    seen = version;
    await keep();
    // What is not taken now is uploaded at the end.
    await uploadSummary(workspace, { server: untilOver, note: () => undefined }).catch(() => undefined);
    return false;
  });
  const timer = setInterval(() => loop.wake(), LOOK_MS);
  return {
    async stop() {
      clearInterval(timer);
      over.abort();
      await loop.idle();
      if (isUnused(workspace)) return outputs.readFile(null);
      await keep();
      await keepTests(workspace, { mask, note: (text) => log.note(text) }).catch(() => undefined);
      await outputs.readFile(workspace);
    },
  };
}
