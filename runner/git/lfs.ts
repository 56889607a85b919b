import { join } from "node:path";
import type { KnownFailure } from "@/runner/git/failures";
import type { Source } from "@/runner/git/source";
import { readSmallFile } from "@/runner/job/small-file";
import { type Environment, findProgram } from "@/runner/process/environment";

const MAX_ATTRIBUTES_BYTES = 1024 * 1024;

/** What a repository names as the place of its files must not be a folder of this machine. */
export const LFS_CONFIG = `[filter "lfs"]
	process = git-lfs filter-process
	smudge = git-lfs smudge -- %f
	clean = git-lfs clean -- %f
	required = true
[lfs "file:///"]
	standalonetransferagent =
`;

export const hasLfs = (env: Environment): boolean => findProgram("git-lfs", env, "/") !== null;

/** Whether a checkout has pointers where git-lfs would put files. */
export async function namesLfs(directory: string): Promise<boolean> {
  const attributes = await readSmallFile(join(directory, ".gitattributes"), MAX_ATTRIBUTES_BYTES);
  return attributes !== null && /\sfilter=lfs\b/.test(attributes);
}

/** Setting of a checkout, whose files stay in the mirror for later ones; those of a local repository are there already. */
export function lfsEnvironment({ kind, url }: Source, mirror: string): Environment {
  const address = kind === "local" ? `file://${url}` : url;
  const [name, value] =
    kind === "local" || kind === "file"
      ? [`lfs.${address}.standalonetransferagent`, "lfs-standalone-file"]
      : ["lfs.storage", join(mirror, "lfs")];
  return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: name, GIT_CONFIG_VALUE_0: value };
}

export const LFS_FAILED: KnownFailure = {
  sign: /smudge filter lfs failed|external filter 'git-lfs/,
  text: "git-lfs could not get the files that this repository keeps in Git LFS",
};
