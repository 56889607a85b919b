/** Prints a line of the daemon's own log on stdout. Never pass task output or secrets. */
export function notice(text: string): void {
  process.stdout.write(`${new Date().toISOString()} runner: ${text}\n`);
}
