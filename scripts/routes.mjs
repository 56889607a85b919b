import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SERVED = join(root, "lib/server/routes.gen.ts");
const TYPES = join(root, "lib/client/routes.gen.ts");
const METHOD_EXPORT = /^export const (GET|POST|PUT|DELETE)\b/gm;

/** Generates two tables of app/api's routes: the server's dispatch table and the clients' types. Returns their number. */
export function generateRoutes() {
  const routes = findRoutes(join(root, "app/api"))
    .map((file) => ({ file, path: toPath(dirname(file)) }))
    .filter(({ path }) => !path.includes("*"))
    .sort((a, b) => compare(a.path, b.path));
  write(SERVED, renderServed(routes));
  write(TYPES, renderTypes(routes));
  return routes.length;
}

/** Leaves an unchanged file alone, so that watchers don't react. */
function write(file, text) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

function findRoutes(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.split(sep).at(-1) === "route.ts" && !name.split(sep).some((part) => part.startsWith("_")))
    .map((name) => relative(root, join(folder, name)).split(sep).join("/"));
}

/** `app/api/project/[projectId]/tasks` becomes `/api/project/:projectId/tasks`; a catch-all becomes a star. */
function toPath(folder) {
  const parts = folder
    .split("/")
    .slice(1)
    .filter((part) => !/^\(.*\)$/.test(part))
    .map((part) => (part.includes("[...") ? "*" : part.replace(/^\[(.+)\]$/, ":$1")));
  return `/${parts.join("/")}`;
}

/** Fixed segments come before parameters, because the first match wins. */
function compare(a, b) {
  const rank = (path) =>
    path
      .split("/")
      .map((part) => (part.startsWith(":") ? `1${part}` : `0${part}`))
      .join("/");
  return rank(a) < rank(b) ? -1 : 1;
}

const HEAD = "// Made by scripts/routes.mjs from app/api; not to be edited.";

const importOf = (keyword) => (route, index) =>
  `${keyword} * as route${index} from "@/${route.file.replace(/\.ts$/, "")}";`;

function renderServed(routes) {
  const rows = routes.map(({ path }, index) => `  { path: "${path}", handlers: route${index} },`);
  return [
    HEAD,
    'import type { Route } from "@/lib/operation/openapi";',
    ...routes.map(importOf("import")),
    "",
    "export const routes: readonly Route[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

/** `"GET /project/:projectId/keys": typeof route7.GET`: types only, so that clients don't load server code. */
function renderTypes(routes) {
  const rows = routes.flatMap(({ file, path }, index) =>
    methodsOf(file).map((method) => `  "${method} ${path.replace(/^\/api/, "")}": typeof route${index}.${method};`),
  );
  return [HEAD, ...routes.map(importOf("import type")), "", "export type Handlers = {", ...rows, "};", ""].join("\n");
}

const methodsOf = (file) => [...readFileSync(join(root, file), "utf8").matchAll(METHOD_EXPORT)].map(([, name]) => name);

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${generateRoutes()} routes`);
