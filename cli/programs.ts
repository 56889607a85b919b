import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { StartProblem } from "./problem";

/** Both cli/ (sources, under tsx) and dist/ (a build) are direct subfolders of the package. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

export const fromSources = import.meta.url.endsWith(".ts");

const SOURCES = {
  server: "lib/server/main.ts",
  runner: "runner/main.ts",
  prepare: "cli/start/prepare.ts",
  "with-parent": "cli/with-parent.ts",
} as const;

export type Program = Exclude<keyof typeof SOURCES, "with-parent">;

const programFile = (name: keyof typeof SOURCES): string =>
  join(packageRoot, fromSources ? SOURCES[name] : `dist/${name}.mjs`);

/** These programs need the whole package, not only the command line's file. */
export function requireProgram(name: keyof typeof SOURCES): string {
  const file = programFile(name);
  if (!existsSync(file))
    throw new StartProblem(`This command needs the whole package of Signalbox: there is no ${file}`);
  return file;
}

/**
 * The web process's young generation has 32 MB: a few long lists at once fill V8's own 16 before they are sent, and are then
 * copied again and again, which was a third of their cost.
 */
const NODE_FLAGS: Partial<Record<Program, string[]>> = { server: ["--max-semi-space-size=32"] };

/** Node arguments to run the program as a child that exits with us, in the package's folder. */
export const programArguments = (name: Program): string[] => [
  ...(NODE_FLAGS[name] ?? []),
  ...(fromSources ? ["--import", "tsx"] : []),
  "--import",
  pathToFileURL(programFile("with-parent")).href,
  programFile(name),
];
