import { setFlagsFromString } from "node:v8";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(`Signalbox needs Node 20.20 or newer; this is ${process.version}.`);
  process.exit(1);
}

// Imported dynamically, because an older Node could not parse it.
const { ensureReadyApart, root } = await import("./ensure.mjs");
const { watchParent } = await import("./supervisor.mjs");

await ensureReadyApart(["tools", "web"]);
// Before the supervisor is loaded: room for young objects that V8 has taken once is hardly given back.
setFlagsFromString("--max-semi-space-size=1");
process.chdir(root);
if (process.env.npm_lifecycle_event) watchParent(() => process.kill(process.pid, "SIGTERM"));
await import("../dist/supervisor.mjs");
