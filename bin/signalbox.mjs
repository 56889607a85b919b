#!/usr/bin/env node
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// In a checkout, build the command line when it is missing or older than its sources; a package ships it built.
if (existsSync(fileURLToPath(new URL("../cli/main.ts", import.meta.url)))) {
  const { ensureReady } = await import("../scripts/ensure.mjs");
  await ensureReady({ parts: process.argv[2] === "start" ? ["tools", "web"] : ["tools"] });
}
await import("../dist/cli.mjs");
