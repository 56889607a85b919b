const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 20)) {
  console.error(`Signalbox needs Node 20.20 or newer; this is ${process.version}.`);
  process.exit(1);
}

// Loaded only now: an older Node could not read them.
const { ensureReady } = await import("./ensure.mjs");
const { runSupervisor } = await import("./supervisor.mjs");

await ensureReady({ parts: ["tools", "web"] });
runSupervisor(["dist/cli.mjs", "start"]);
