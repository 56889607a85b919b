import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure.mjs";
import { keptPaths, packages } from "./kept-packages.mjs";

/*
 * Removes the packages that only a build needs, and all source maps: half of an installation. `npm start` runs it after the
 * first build of an installation without development packages, and deploy/Dockerfile for the image; a further build installs
 * them again.
 */

// Next would compile next.config.ts, and has nothing left to do that with.
copyFileSync(join(root, "dist/next.config.mjs"), join(root, "next.config.mjs"));
// They would say that all packages are there, also if this ends halfway.
for (const record of [".signalbox-lock", ".package-lock.json"])
  rmSync(join(root, "node_modules", record), { force: true });

const kept = keptPaths();
for (const path of Object.keys(packages)) {
  const holdsKept = [...kept].some((other) => other.startsWith(`${path}/`));
  if (path !== "" && !kept.has(path) && !holdsKept) rmSync(join(root, path), { recursive: true, force: true });
}
for (const folder of ["node_modules", ".next/server"]) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    if (/\.(js|cjs|mjs)\.map$/.test(name)) rmSync(join(root, folder, name), { force: true });
}
rmSync(join(root, "node_modules/.bin"), { recursive: true, force: true });
