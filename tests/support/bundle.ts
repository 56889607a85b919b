import { build } from "esbuild";
import { ROOT } from "../structure/sources";

const REQUIRE =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** Makes one file of each source and all it imports, as those that ship are; `sources`: name without `.mjs` to file. */
export async function bundle(folder: string, sources: Record<string, string>): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.entries(sources).map(([out, source]) => ({ in: source, out })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: { js: REQUIRE },
    logLevel: "warning",
  });
}
