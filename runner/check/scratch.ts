import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, MARK_VARIABLE } from "@/runner/process/environment";
import { killMarked } from "@/runner/process/sweep";
import { removeWorkspace, socketFolder, type Workspace } from "@/runner/workspace";

export type ScratchContext = { dataDir: string; inherited: Environment };

/** A scratch folder for work that is not a task, and the environment of the processes there. */
export type Scratch = Pick<Workspace, "directory" | "secrets" | "sockets" | "mark"> & { environment: Environment };

const scratchFolder = (dataDir: string): string => join(dataDir, "checks");

/** Runs the work in a scratch folder of its own; leaves neither process nor file behind. */
export async function inScratch<Result>(
  { dataDir, inherited }: ScratchContext,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const scratch = await makeScratch(dataDir, inherited);
  try {
    return await work(scratch);
  } finally {
    await killMarked(scratch.mark);
    await removeWorkspace(scratch);
  }
}

/** The folder is named by the mark, so that a later process can find both. */
async function makeScratch(dataDir: string, inherited: Environment): Promise<Scratch> {
  const mark = randomBytes(16).toString("hex");
  const directory = join(scratchFolder(dataDir), mark);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const environment = { ...inherited, HOME: directory, TMPDIR: directory, [MARK_VARIABLE]: mark };
  return { directory, mark, secrets: join(directory, "secrets"), sockets: await socketFolder(directory), environment };
}

/** Ends the processes and removes the folders that a killed runner process left behind. */
export async function removeLeftoverScratch(dataDir: string): Promise<void> {
  for (const mark of await readdir(scratchFolder(dataDir)).catch(() => [])) {
    const directory = join(scratchFolder(dataDir), mark);
    await killMarked(mark);
    await removeWorkspace({ directory, sockets: join(directory, "s") });
  }
}
