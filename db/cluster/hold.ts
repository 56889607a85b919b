import { join } from "node:path";
import { type Hold, holdFile } from "@/lib/process/hold";
import { DatabaseProblem } from "./problem";

/** Makes this process the only Signalbox using `folder`, until it releases it or exits. */
export const holdFolder = (folder: string): Promise<Hold> =>
  holdFile(join(folder, "signalbox.pid"), {
    taken: (pid) =>
      new DatabaseProblem(
        `Another Signalbox (process ${pid}) already uses ${folder}. Stop it, or set SIGNALBOX_DATA_DIR and PORT to start a second one`,
      ),
    unwritable: (reason) => new DatabaseProblem(`The folder ${folder} cannot be written: ${reason}`),
  });
