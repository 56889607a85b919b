import type { Source } from "@/runner/git/source";
import { isInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";

/** Throws TaskProblem for a repository of this machine in none of the folders that may hold some; null: every folder may. */
export async function requireLocalFolder(source: Source, folders: readonly string[] | null): Promise<void> {
  if (folders === null || (source.kind !== "local" && source.kind !== "file")) return;
  const path = source.kind === "local" ? source.url : source.url.slice("file://".length);
  // git decodes a URL, and has its own mind about a host in it.
  const isPlain = path.startsWith("/") && (source.kind === "local" || !path.includes("%"));
  const found = isPlain ? await Promise.all(folders.map((folder) => isInside(folder, path))) : [];
  if (!found.includes(true)) {
    throw new TaskProblem("git_failed", "this runner may not use local repositories in that folder");
  }
}
