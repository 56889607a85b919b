import { join } from "node:path";
import type { Workspace } from "@/runner/workspace";

type Place = Pick<Workspace, "results">;

/** Where the task's programs write their summary, in Markdown. */
export const summaryFile = ({ results }: Place): string => join(results, "summary.md");

/** Where they write values for what follows the task. */
export const outputFile = ({ results }: Place): string => join(results, "output");

/** Where they put files that are kept with the task. */
export const artifactsFolder = ({ results }: Place): string => join(results, "artifacts");
