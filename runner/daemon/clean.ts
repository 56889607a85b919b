import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@/lib/process/error-code";
import { requirementsStore } from "@/runner/apps/ansible/requirements";
import { notice } from "@/runner/daemon/notice";
import { mirrorsFolder } from "@/runner/git/mirror-folders";
import { discardTree } from "@/runner/tree";

const DONE_FILE = "cleaned";

/**
 * Drops the stored repositories and requirements when the console asks for it, once for each request. Call it only while
 * nothing runs: the folders are moved away in one step, so that what starts next makes new ones.
 */
export function cleanOnce(dataDir: string, requested: string | null): void {
  if (requested === null || requested === lastDone(dataDir)) return;
  writeFileSync(join(dataDir, DONE_FILE), requested, { mode: 0o600 });
  for (const folder of cachesOf(dataDir)) drop(folder);
  notice("stored repositories and requirements are removed, as asked in the console");
}

/** Removes, in the background, what a process that has ended since had moved away. */
export function finishCleaning(dataDir: string): void {
  const caches = cachesOf(dataDir);
  for (const path of readdirSync(dataDir).map((name) => join(dataDir, name)))
    if (caches.some((folder) => path.startsWith(`${folder}.`))) void discardTree(path);
}

const cachesOf = (dataDir: string): string[] => [mirrorsFolder(dataDir), requirementsStore(dataDir)];

function lastDone(dataDir: string): string | null {
  try {
    return readFileSync(join(dataDir, DONE_FILE), "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}

function drop(folder: string): void {
  const aside = `${folder}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(folder, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  void discardTree(aside);
}
