import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../structure/sources";

const { keptPaths } = await import(join(ROOT, "scripts/kept-packages.mjs"));
const kept: string[] = [...keptPaths()];

const MB = 1_000_000;

/** Without source maps, which trimming removes, and packages within the package, which count by themselves. */
function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += entry.name === "node_modules" ? 0 : sizeOf(path);
    else if (entry.isFile() && !/\.(js|cjs|mjs)\.map$/.test(entry.name)) bytes += statSync(path).size;
  }
  return bytes;
}

const sizeOfBundle = (name: string): number => statSync(join(ROOT, "dist", name)).size;

/** The image and an installation that was only started are trimmed to this; the whole is to stay below 450 MB. */
test("an installation keeps at most 250 MB of packages and 150 MB of pages", () => {
  expect(kept.length).toBeGreaterThan(50);
  const packages = kept.map((path) => sizeOf(join(ROOT, path))).reduce((sum, bytes) => sum + bytes, 0);
  expect(packages).toBeGreaterThan(100 * MB);
  expect(packages).toBeLessThan(250 * MB);
  expect(sizeOf(join(ROOT, ".next/static")) + sizeOf(join(ROOT, ".next/server"))).toBeLessThan(150 * MB);
});

test("an installation keeps no compiler, and what the server needs", () => {
  const isCompiler = (path: string) =>
    /node_modules\/(typescript|esbuild|tailwindcss|@swc\/core|@next\/swc-)/.test(path);
  expect(kept.filter(isCompiler)).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining(["node_modules/next", "node_modules/react", "node_modules/postgres"]));
});

/** What each process reads at its start, and keeps in memory. */
test.each([
  ["supervisor.mjs", 0.7],
  ["prepare.mjs", 1],
  ["runner.mjs", 1.7],
  ["server.mjs", 1.8],
  ["cli.mjs", 4.1],
])("the bundle %s has at most %d MB", (name, most) => {
  expect(sizeOfBundle(name)).toBeLessThan(most * MB);
});
