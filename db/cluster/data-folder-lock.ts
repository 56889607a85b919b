import { join } from "node:path";
import { type FileLock, lockFile } from "@/lib/process/file-lock";
import { DatabaseProblem } from "./problem";

/** Makes this process the only Signalbox using `folder`, until it releases it or exits. `note` prints that it waits for another one. */
export const lockDataFolder = (folder: string, note: (line: string) => void): Promise<FileLock> =>
  lockFile(join(folder, "signalbox.pid"), {
    taken: (holder) =>
      new DatabaseProblem(
        `Another Signalbox (${holder}) already uses ${folder}. Stop it, or set SIGNALBOX_DATA_DIR and PORT to start a second one`,
      ),
    unwritable: (reason) => new DatabaseProblem(`The folder ${folder} cannot be written: ${reason}`),
    waits: (holder, seconds) =>
      note(`Another Signalbox (${holder}) may still use ${folder}: watching it for up to ${seconds} seconds`),
  });
