/** As long as the supervisor waits for a runner whose terraform saves its state. */
const TIMEOUT_MS = 130_000;

/**
 * Preloaded into every child: when the supervisor dies for any reason, its end of the IPC channel closes and the
 * child exits as on SIGTERM.
 */
function endWithParent(): void {
  setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
  process.kill(process.pid, "SIGTERM");
}

// A full disk or a reader that has ended costs lines, not the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

if (process.connected) {
  process.once("disconnect", endWithParent);
  // The listener alone must not keep a finished child alive.
  process.channel?.unref();
} else {
  endWithParent();
}
