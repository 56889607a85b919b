import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, MARK_VARIABLE } from "@/runner/process/environment";
import { killMarked } from "@/runner/process/sweep";
import { removeWorkspace, socketFolder, type Workspace } from "@/runner/workspace";

export type ScratchContext = { dataDir: string; inherited: Environment };

/** A temporary folder for work outside of a task, and the environment of its processes. */
export type Scratch = Pick<Workspace, "directory" | "secrets" | "sockets" | "mark"> & { environment: Environment };

const scratchFolder = (dataDir: string): string => join(dataDir, "checks");

/** Runs the work in its own scratch folder, and removes its processes and files afterwards. */
export async function withScratch<Result>(
  { dataDir, inherited }: ScratchContext,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const scratch = await makeScratch(dataDir, inherited);
  try {
    return await work(scratch);
  } finally {
    await killMarked({ mark: scratch.mark });
    await removeWorkspace(scratch);
  }
}

/** The folder's name is the mark, so that a later process can find both. */
async function makeScratch(dataDir: string, inherited: Environment): Promise<Scratch> {
  const mark = randomBytes(16).toString("hex");
  const directory = join(scratchFolder(dataDir), mark);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const environment = { ...inherited, HOME: directory, TMPDIR: directory, [MARK_VARIABLE]: mark };
  return { directory, mark, secrets: join(directory, "secrets"), sockets: socketFolder(directory, mark), environment };
}

/** Kills the processes and removes the folders left by a killed runner process. */
export async function removeLeftoverScratch(dataDir: string): Promise<void> {
  for (const mark of await readdir(scratchFolder(dataDir)).catch(() => [])) {
    const directory = join(scratchFolder(dataDir), mark);
    await killMarked({ mark });
    await removeWorkspace({ directory, sockets: socketFolder(directory, mark) });
  }
}
