import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { build } from "esbuild";
import { hashSources, root, SIGNALS, stampFile } from "./ensure.mjs";
import { generateRoutes } from "./routes.mjs";

/** CommonJS packages inlined into a module still call require for Node's own modules. */
const REQUIRE =
  'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);';

/** Zod exports its messages in fifty languages as one object, a fifth of the runner; ours are in messages/. */
const withoutLocales = {
  name: "without-locales",
  setup: ({ onLoad }) => onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export {};" })),
};

const inlined = { banner: { js: REQUIRE }, plugins: [withoutLocales] };

const BUNDLES = {
  server: { entry: "lib/server/main.ts", options: { packages: "external" } },
  cli: { entry: "cli/main.ts", options: inlined },
  supervisor: { entry: "cli/supervisor.ts", options: inlined },
  prepare: { entry: "cli/start/prepare.ts", options: inlined },
  runner: { entry: "runner/main.ts", options: inlined },
  // For installations without a compiler, see trim.mjs.
  "next.config": { entry: "next.config.ts", options: { packages: "external" } },
  "with-parent": { entry: "cli/with-parent.ts", options: {} },
};

/** `--only=tools` skips the web build, for machines that only run a runner. */
const toolsOnly = process.argv.includes("--only=tools");

async function main() {
  const sources = hashSources();
  mkdirSync(join(root, "dist"), { recursive: true });
  const parts = toolsOnly ? ["tools"] : ["tools", "web"];
  for (const part of parts) rmSync(stampFile(part), { force: true });
  if (!toolsOnly) await timed("routes", async () => generateRoutes());
  const bundles = toolsOnly ? ["cli", "runner", "with-parent"] : Object.keys(BUNDLES);
  await timed("bundles", () => Promise.all(bundles.map(bundle)));
  // After the bundles, not in parallel: Next uses every core, and the bundles take only a moment.
  if (!toolsOnly) {
    await timed("next", buildPages);
    await timed("compressed", compressAssets);
  }
  for (const part of parts) writeFileSync(stampFile(part), sources);
}

async function timed(title, work) {
  const began = performance.now();
  await work();
  console.log(`✓ ${title} (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
}

async function bundle(name) {
  const { entry, options } = BUNDLES[name];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: `dist/${name}.mjs`,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  writeFileSync(join(root, `dist/${name}.meta.json`), JSON.stringify(metafile));
}

function buildPages() {
  // A trimmed installation has it, and Next prefers it to its source.
  rmSync(join(root, "next.config.mjs"), { force: true });
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const child = spawn(process.execPath, [next, "build"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      for (const name of SIGNALS) process.off(name, pass);
      code === 0 ? resolve() : reject(new Error(`next build ended with ${signal ?? code}`));
    });
  });
}

/** lib/server/assets.ts serves these to browsers that accept Brotli. */
async function compressAssets() {
  const folder = join(root, ".next/static");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|css)$/.test(name));
  const compress = promisify(brotliCompress);
  await Promise.all(
    names.map(async (name) =>
      writeFileSync(join(folder, `${name}.br`), await compress(readFileSync(join(folder, name)))),
    ),
  );
}

main().catch((error) => {
  console.error(
    error.errors ? `The build failed: ${error.message.split("\n")[0]}` : `The build failed: ${error.message}`,
  );
  process.exit(1);
});
