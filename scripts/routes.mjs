import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = join(root, "lib/server/routes.gen.ts");

/** Writes the table of app/api's route modules that the server dispatches by. Answers how many there are. */
export function generateRoutes() {
  const routes = findRoutes(join(root, "app/api"))
    .map((file) => ({ file, path: toPath(dirname(file)) }))
    .filter(({ path }) => !path.includes("*"))
    .sort((a, b) => compare(a.path, b.path));
  const text = render(routes);
  // An unchanged file keeps its time, so that nothing that watches it wakes up.
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
  return routes.length;
}

function findRoutes(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.split(sep).at(-1) === "route.ts" && !name.split(sep).some((part) => part.startsWith("_")))
    .map((name) => relative(root, join(folder, name)).split(sep).join("/"));
}

/** `app/api/project/[projectId]/tasks` becomes `/api/project/:projectId/tasks`; a catch-all gets a star. */
function toPath(folder) {
  const parts = folder
    .split("/")
    .slice(1)
    .filter((part) => !/^\(.*\)$/.test(part))
    .map((part) => (part.includes("[...") ? "*" : part.replace(/^\[(.+)\]$/, ":$1")));
  return `/${parts.join("/")}`;
}

/** Fixed words come before parameters: the first match wins. */
function compare(a, b) {
  const rank = (path) =>
    path
      .split("/")
      .map((part) => (part.startsWith(":") ? `1${part}` : `0${part}`))
      .join("/");
  return rank(a) < rank(b) ? -1 : 1;
}

function render(routes) {
  const imports = routes.map(({ file }, index) => `import * as route${index} from "@/${file.replace(/\.ts$/, "")}";`);
  const rows = routes.map(({ path }, index) => `  { path: "${path}", handlers: route${index} },`);
  return [
    "// Made by scripts/routes.mjs from app/api; not to be edited.",
    ...imports,
    "",
    "export const routes: readonly { path: string; handlers: Readonly<Record<string, unknown>> }[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`${generateRoutes()} routes`);
