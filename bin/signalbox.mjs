#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const has = (name) => existsSync(fileURLToPath(new URL(`../${name}`, import.meta.url)));
const isStart = process.argv[2] === "start";

// In a checkout, build the command line when it is missing or older than its sources; a package ships it built.
if (has("cli/main.ts")) {
  const { ensureReady, ensureReadyApart } = await import("../scripts/ensure.mjs");
  if (isStart) await ensureReadyApart(["tools", "web"]);
  else await ensureReady({ parts: ["tools"] });
}
// As in scripts/start.mjs.
if (isStart) setFlagsFromString("--max-semi-space-size=1");
await import(isStart && has("dist/supervisor.mjs") ? "../dist/supervisor.mjs" : "../dist/cli.mjs");
