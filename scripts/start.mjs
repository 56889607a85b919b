const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(`Signalbox needs Node 20.20 or newer; this is ${process.version}.`);
  process.exit(1);
}

// Imported dynamically, because an older Node could not parse it.
const { ensureReady } = await import("./ensure.mjs");
const { runSupervisor } = await import("./supervisor.mjs");

await ensureReady({ parts: ["tools", "web"] });
runSupervisor(["dist/cli.mjs", "start"]);
