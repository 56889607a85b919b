import { watch } from "node:fs";
import { join } from "node:path";
import { ensureReady, root } from "./ensure.mjs";
import { runSupervisor } from "./supervisor.mjs";

/** Next reloads pages itself; these are also loaded by the server, which has to restart. */
const SERVER_SOURCES = ["app/api", "lib", "db"];

await ensureReady({ dev: true });
const { generateRoutes } = await import("./routes.mjs");
generateRoutes();

const supervisor = runSupervisor(["--import", "tsx", "cli/main.ts", "start"]);

let timer;
for (const folder of SERVER_SOURCES) {
  watch(join(root, folder), { recursive: true }, (_, name) => {
    if (!/\.tsx?$/.test(name ?? "") || name.includes(".gen.")) return;
    clearTimeout(timer);
    timer = setTimeout(restartWeb, 150);
  });
}

function restartWeb() {
  generateRoutes();
  if (supervisor.connected) supervisor.send("restart web");
}
