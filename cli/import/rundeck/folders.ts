import { fileName, findPaths, freePath, losesLetters, readScript, withHash } from "../foreign/scripts";
import { comment } from "../foreign/shell";
import type { Job } from "./schema";
import { headingOf } from "./steps";

/**
 * Folders of jobs by their groups and names, with a hash where those of two jobs would be the same. A folder whose script
 * says that it is a job's stays its own, because templates run it there.
 */
export function foldersOf(jobs: readonly Job[], folder: string): ReadonlyMap<Job, string> {
  const taken = new Set<string>();
  const written = jobs.map((job) => {
    const found = findPaths(folder, plainFolder(job), "").find(
      ({ path }) => !taken.has(path) && headingIn(folder, path) === comment(headingOf(job)),
    );
    return found ? freePath(taken, found.path, "") : null;
  });
  const isOthers = (plain: string) =>
    headingIn(folder, plain) !== null || jobs.filter((job) => plainFolder(job) === plain).length > 1;
  const newFolder = (job: Job) => {
    const plain = plainFolder(job);
    const isUnclear = partsOf(job).some(losesLetters) || taken.has(plain) || isOthers(plain);
    return freePath(taken, isUnclear ? withHash(plain, headingOf(job)) : plain, "");
  };
  return new Map(jobs.map((job, at) => [job, written[at] ?? newFolder(job)]));
}

const partsOf = ({ group, name }: Job): string[] => [...group.split("/").filter(Boolean), name];

const plainFolder = (job: Job): string =>
  partsOf(job)
    .map((part) => fileName(part))
    .join("/");

/** The comment that a job's script begins with; null: it is not one. */
const headingIn = (folder: string, path: string): string | null =>
  /^#!.*\n\n(# Rundeck job: .*)\n/.exec(readScript(folder, `${path}/run.sh`) ?? "")?.[1] ?? null;
