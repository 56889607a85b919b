import { randomBytes } from "node:crypto";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Environment, MARK_VARIABLE } from "@/runner/process/environment";
import { killMarked } from "@/runner/process/sweep";
import { removeWorkspace, socketFolder, type Workspace } from "@/runner/workspace";

export type PlaceContext = { dataDir: string; inherited: Environment };

/** A folder for work that is no task, and the environment of the processes there. */
export type Place = Pick<Workspace, "directory" | "secrets" | "sockets" | "mark"> & { environment: Environment };

const placesFolder = (dataDir: string): string => join(dataDir, "checks");

/** Works in a folder of its own; leaves neither process nor file behind. */
export async function inPlace<Result>(
  { dataDir, inherited }: PlaceContext,
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const place = await makePlace(dataDir, inherited);
  try {
    return await work(place);
  } finally {
    await killMarked(place.mark);
    await removeWorkspace(place);
  }
}

/** The folder is named by the mark, so that a later process can find both. */
async function makePlace(dataDir: string, inherited: Environment): Promise<Place> {
  const mark = randomBytes(16).toString("hex");
  const directory = join(placesFolder(dataDir), mark);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const environment = { ...inherited, HOME: directory, TMPDIR: directory, [MARK_VARIABLE]: mark };
  return { directory, mark, secrets: join(directory, "secrets"), sockets: await socketFolder(directory), environment };
}

/** Ends and removes what a killed process of this runner was busy with. */
export async function forgetOldPlaces(dataDir: string): Promise<void> {
  for (const mark of await readdir(placesFolder(dataDir)).catch(() => [])) {
    const directory = join(placesFolder(dataDir), mark);
    await killMarked(mark);
    await removeWorkspace({ directory, sockets: join(directory, "s") });
  }
}
