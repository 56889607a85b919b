import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { readSmallFile } from "@/runner/job/small-file";
import { discardTree } from "@/runner/tree";

/** A requirements file of a repository, installed into a folder named after the file's content. */
export type Requirement = {
  name: "collections" | "roles" | "requirements";
  /** ansible-galaxy subcommands that install it. */
  verbs: string[];
  file: string;
  /** Target of the installation, with `collections/` and `roles/`. */
  folder: string;
  /** Final place of that folder; the same path if it is used by this attempt only. */
  keptAs: string;
};

/** A file in the playbook's folder may list both, or roles only in the old form; `install` handles all of them. */
const PLACES: Pick<Requirement, "name" | "verbs" | "file">[] = [
  { name: "collections", verbs: ["collection", "install"], file: "collections/requirements.yml" },
  { name: "roles", verbs: ["role", "install"], file: "roles/requirements.yml" },
  { name: "requirements", verbs: ["install"], file: "requirements.yml" },
];

/** A local path: its content can change without a change of the requirements. */
const LOCAL = /(^|[\s"'+=:-])(\.{0,2}\/|~\/|file:|include:)|type:\s*["']?(dir|subdirs|file)\b|\.tar\.gz/m;
const KEPT_DAYS = 30;
/** Larger files are not written by hand. */
const MAX_BYTES = 256 * 1024;

/** Requirements with the same text and settings share a folder: in `store` for all tasks, or `scratch` for one attempt. */
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

/** URLs contain `//`, which is not a path. */
const isLocal = (text: string): boolean => LOCAL.test(text.replaceAll(/(?<![a-z+])[a-z+]*(?<!file):\/\/\S*/g, ""));

const keyOf = (...parts: string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** Requirements kept for later tasks. */
export const requirementsStore = (dataDir: string): string => join(dataDir, "requirements");

/** Removes requirements that no task has used for a month; what resists stays. */
export async function pruneRequirements(dataDir: string): Promise<void> {
  const store = requirementsStore(dataDir);
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of await readdir(store).catch(() => [])) {
    const folder = join(store, name);
    const found = await stat(folder).catch(() => null);
    if (found && found.mtimeMs < oldest) await discardTree(folder);
  }
}
