import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";

/** Both cli/ (sources, under tsx) and dist/ (a build) lie directly in the package's folder. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

export const fromSources = import.meta.url.endsWith(".ts");

const SOURCES = {
  server: "lib/server/main.ts",
  runner: "runner/main.ts",
  "with-parent": "cli/with-parent.ts",
} as const;

export type Program = Exclude<keyof typeof SOURCES, "with-parent">;

export const programFile = (name: keyof typeof SOURCES): string =>
  join(packageRoot, fromSources ? SOURCES[name] : `dist/${name}.mjs`);

/** Arguments for Node to run that program as a child that ends with us, with the package's folder as working directory. */
export const programArguments = (name: Program): string[] => [
  ...(fromSources ? ["--import", "tsx"] : []),
  "--import",
  pathToFileURL(programFile("with-parent")).href,
  programFile(name),
];

/** The product's version, from package.json. */
export function productVersion(): string {
  const manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
