import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDERS = ["app", "components", "lib", "db", "runner", "cli"];

type Import = { target: string; typeOnly: boolean };
export type Source = { path: string; text: string; lines: number; imports: Import[] };

let cached: Source[] | undefined;

/** Every production source, with its imports resolved to paths below the root (or package names). */
export function sources(): Source[] {
  cached ??= FOLDERS.flatMap((folder) => filesBelow(join(ROOT, folder))).map(readSource);
  return cached;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".gen.ts") && !name.endsWith(".d.ts"))
    .map((name) => join(folder, name));
}

function readSource(file: string): Source {
  const text = readFileSync(file, "utf8");
  const path = relative(ROOT, file);
  return { path, text, lines: text.trimEnd().split("\n").length, imports: importsOf(path, text) };
}

const STATEMENT = /^(?:import|export)\s+(type\s+)?(?:([\w*{][^;"']*?)\s+from\s+)?"([^"]+)"/gm;

function importsOf(path: string, text: string): Import[] {
  const found = [...text.matchAll(STATEMENT)].map(([, type, names = "", target = ""]) => ({
    target: resolveImport(path, target),
    typeOnly:
      Boolean(type) ||
      (names.startsWith("{") && names.split(",").every((name) => /^\W*type\s/.test(name) || !/\w/.test(name))),
  }));
  const dynamic = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, target = ""]) => ({
    target: resolveImport(path, target),
    typeOnly: false,
  }));
  return [...found, ...dynamic];
}

function resolveImport(from: string, target: string): string {
  if (target.startsWith("@/")) return target.slice(2);
  return target.startsWith(".") ? relative(ROOT, join(ROOT, dirname(from), target)) : target;
}
