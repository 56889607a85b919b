import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;

/** Where the task's programs write their summary, in Markdown. */
export const summaryFile = ({ results }: Place): string => join(results, "summary.md");

/** Where they write values for what follows the task. */
export const outputFile = ({ results }: Place): string => join(results, "output");

/** Where they put files that are kept with the task. */
export const artifactsFolder = ({ results }: Place): string => join(results, "artifacts");

/** A link has taken the place of the folder, or of the one around it: what it leads to is not the task's. */
export async function isReplaced(folder: string): Promise<boolean> {
  const path = await realpath(folder).catch(() => null);
  return path !== null && path !== (await ownPath(folder));
}

/** Without links in the folders around that of the results. */
export async function ownPath(folder: string): Promise<string | null> {
  const results = dirname(folder);
  const attempt = await realpath(dirname(results)).catch(() => null);
  return attempt && join(attempt, basename(results), basename(folder));
}
