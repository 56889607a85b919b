import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSmallFile } from "@/runner/job/small-file";
import { removeTree } from "@/runner/workspace";

/** A requirements file of a repository. What it asks for is installed into a folder that only depends on its content. */
export type Requirement = {
  name: "collections" | "roles" | "requirements";
  /** Words of ansible-galaxy that install it. */
  verbs: string[];
  file: string;
  /** Filled by the installation, in `collections/` and `roles/`. */
  folder: string;
  /** Where that folder then stays; the same one for what is good for this attempt only. */
  keptAs: string;
};

/** A file in the playbook's folder may ask for both, in the old list form for roles alone; `install` takes all of them. */
const PLACES: Pick<Requirement, "name" | "verbs" | "file">[] = [
  { name: "collections", verbs: ["collection", "install"], file: "collections/requirements.yml" },
  { name: "roles", verbs: ["role", "install"], file: "roles/requirements.yml" },
  { name: "requirements", verbs: ["install"], file: "requirements.yml" },
];

/** A path of this machine: what it holds is not said by the requirements. */
const LOCAL = /(^|[\s"'+=:-])(\.{0,2}\/|~\/|file:|include:)|type:\s*["']?(dir|subdirs|file)\b|\.tar\.gz/m;
const KEPT_DAYS = 30;
/** A larger one is no list that somebody wrote. */
const MAX_BYTES = 256 * 1024;

/** Requirements of the same text and settings share their folder; `store` is for all tasks, `scratch` for one attempt. */
export async function findRequirements(
  playbookFolder: string,
  settings: string,
  { store, scratch }: { store: string; scratch: string },
): Promise<Requirement[]> {
  const found: Requirement[] = [];
  for (const { name, verbs, file } of PLACES) {
    const path = join(playbookFolder, file);
    const text = await readSmallFile(path, MAX_BYTES);
    if (text === null) continue;
    const folder = join(scratch, name);
    found.push({
      name,
      verbs,
      file: path,
      folder,
      keptAs: isLocal(text) ? folder : join(store, keyOf(name, text, settings)),
    });
  }
  return found;
}

/** Addresses of other machines hold a `//`, which is no path. */
const isLocal = (text: string): boolean => LOCAL.test(text.replaceAll(/(?<![a-z+])[a-z+]*(?<!file):\/\/\S*/g, ""));

const keyOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** What is kept for later tasks. */
export const requirementsStore = (dataDir: string): string => join(dataDir, "requirements");

/** Removes what no task has used for a month. */
export async function pruneRequirements(dataDir: string): Promise<void> {
  const store = requirementsStore(dataDir);
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of await readdir(store).catch(() => [])) {
    const { mtimeMs } = await stat(join(store, name));
    if (mtimeMs < oldest) await removeTree(join(store, name));
  }
}
