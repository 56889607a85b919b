// Builds public/demo.git from lib/backup/demo/repository, a repository that git can clone from any static web server.
// Every run produces the same commit. With --check it writes nothing and fails on a difference.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, inflateSync } from "node:zlib";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SOURCES = join(root, "lib/backup/demo/repository");
const TARGET = join(root, "public/demo.git");
const PERSON = "Signalbox <demo@signalbox.invalid> 1767225600 +0000";
const MESSAGE = "Add the demo scripts\n";

function main() {
  const files = buildRepository();
  if (!process.argv.includes("--check")) return write(files);
  const differing = differences(files);
  if (differing.length === 0) return;
  console.error(
    `public/demo.git is not what its sources make; run node scripts/demo-repository.mjs\n${differing.join("\n")}`,
  );
  process.exit(1);
}

/** The repository's files by path: only those that git's HTTP clients request. */
function buildRepository() {
  const objects = new Map();
  const tree = storeTree(objects, SOURCES);
  const commit = storeObject(objects, "commit", `tree ${tree}\nauthor ${PERSON}\ncommitter ${PERSON}\n\n${MESSAGE}`);
  return new Map([
    ["HEAD", Buffer.from("ref: refs/heads/main\n")],
    ["info/refs", Buffer.from(`${commit}\trefs/heads/main\n`)],
    ["objects/info/packs", Buffer.from("\n")],
    ...[...objects].map(([id, content]) => [`objects/${id.slice(0, 2)}/${id.slice(2)}`, content]),
  ]);
}

function storeTree(objects, folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return { sortedBy: `${entry.name}/`, mode: "40000", name: entry.name, id: storeTree(objects, path) };
    return {
      sortedBy: entry.name,
      mode: "100644",
      name: entry.name,
      id: storeObject(objects, "blob", readFileSync(path)),
    };
  });
  // Git sorts by bytes, folders as if their names ended with a slash.
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.sortedBy), Buffer.from(b.sortedBy)));
  const parts = entries.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, "hex")]);
  return storeObject(objects, "tree", Buffer.concat(parts));
}

function storeObject(objects, type, content) {
  const body = Buffer.from(content);
  const object = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const id = createHash("sha1").update(object).digest("hex");
  objects.set(id, deflateSync(object));
  return id;
}

function write(files) {
  rmSync(TARGET, { recursive: true, force: true });
  for (const [path, content] of files) {
    mkdirSync(dirname(join(TARGET, path)), { recursive: true });
    writeFileSync(join(TARGET, path), content);
  }
  console.log(`✓ public/demo.git (${files.size} files)`);
}

function differences(files) {
  const present = existsSync(TARGET) ? filesBelow(TARGET) : [];
  const missing = [...files.keys()].filter((path) => !present.includes(path)).map((path) => `missing: ${path}`);
  const strange = present.filter((path) => !files.has(path)).map((path) => `no longer there: ${path}`);
  const changed = present.filter((path) => files.has(path) && !isSame(path, files.get(path)));
  return [...missing, ...strange, ...changed.map((path) => `changed: ${path}`)];
}

/** Compressed bytes differ between zlib versions; their content doesn't. */
function isSame(path, expected) {
  const stored = readFileSync(join(TARGET, path));
  const isObject = /^objects\/[0-9a-f]{2}\//.test(path);
  return isObject ? inflateSync(stored).equals(inflateSync(expected)) : stored.equals(expected);
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)));

main();
