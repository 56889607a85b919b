/** As long as the supervisor would wait for a runner whose terraform saves its state. */
const PATIENCE_MS = 130_000;

/**
 * Loaded into every child before its own code: when the supervisor dies in any way, its end of the IPC channel closes and
 * the child ends as on SIGTERM.
 */
function endWithParent(): void {
  setTimeout(() => process.exit(1), PATIENCE_MS).unref();
  process.kill(process.pid, "SIGTERM");
}

if (process.connected) {
  process.once("disconnect", endWithParent);
  // Listening alone must not keep a child alive that has finished.
  process.channel?.unref();
} else {
  endWithParent();
}
