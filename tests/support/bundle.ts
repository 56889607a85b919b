import { build } from "esbuild";
import { ROOT } from "../structure/sources";

const REQUIRE =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** Bundles each source and its imports into one file, like those that ship; `sources`: name without `.mjs` to file. */
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
